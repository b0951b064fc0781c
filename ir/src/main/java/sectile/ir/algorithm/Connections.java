package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.algorithm.Algorithm.Step;
import sectile.ir.algorithm.Algorithm.ThreadBlock;

/// Who sends to whom: the n-th send of a connection is what its n-th receive gets.
final class Connections {
    /// From one rank to another on a channel.
    record Key(int from, int to, int channel) {}

    /// A step and where it is.
    record Site(Rank rank, ThreadBlock block, Step step) {}

    /// The ends of a connection, each in the order of its messages.
    record Connection(List<Site> sends, List<Site> receives) {}

    private final SequencedMap<Key, Connection> all = new LinkedHashMap<>();

    Connections(Algorithm algorithm) {
        for (Rank rank : algorithm.ranks()) {
            for (ThreadBlock block : rank.blocks()) {
                for (Step step : block.steps()) {
                    var site = new Site(rank, block, step);
                    if (step.type().sends() && block.sendTo() >= 0) {
                        connection(new Key(rank.id(), block.sendTo(), block.channel()))
                                .sends()
                                .add(site);
                    }
                    if (step.type().receives() && block.receiveFrom() >= 0) {
                        connection(new Key(block.receiveFrom(), rank.id(), block.channel()))
                                .receives()
                                .add(site);
                    }
                }
            }
        }
    }

    private Connection connection(Key key) {
        return all.computeIfAbsent(key, k -> new Connection(new ArrayList<>(), new ArrayList<>()));
    }

    SequencedMap<Key, Connection> all() {
        return all;
    }
}
