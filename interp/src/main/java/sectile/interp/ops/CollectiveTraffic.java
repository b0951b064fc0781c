package sectile.interp.ops;

import java.util.List;
import java.util.Objects;
import sectile.base.array.NdArray;
import sectile.base.observe.Region;
import sectile.interp.machine.Core;
import sectile.interp.machine.Request;
import sectile.interp.value.Data;
import sectile.interp.value.Peers;
import sectile.ir.expr.Semantics;

/// What a rank moves in a collective, for platforms on which that takes time: it reads what it needs of
/// every other rank,
/// rank after rank, combines it as it comes, and, once all have read, writes its result.
final class CollectiveTraffic {
    private final Args args;
    private final Core core;
    private final Semantics.Collective collective;
    private final int rank;
    private final List<Integer> devices;

    CollectiveTraffic(Args args, Semantics.Collective collective, int rank, List<Integer> devices) {
        this.args = args;
        this.core = args.core();
        this.collective = collective;
        this.rank = rank;
        this.devices = devices;
    }

    /// Reads and combines.
    void gather() {
        for (int step = 1; step < devices.size(); step++) {
            int peer = (rank + step) % devices.size();
            switch (collective) {
                case ALL_REDUCE -> combine(read("target", peer, -1));
                case REDUCE_SCATTER -> combine(read("target", peer, rank));
                case BROADCAST -> {
                    if (peer == args.number("root")) {
                        read("target", peer, -1);
                    }
                }
                case ALL_GATHER -> read("input", peer, -1);
                case ALL_TO_ALL, ALL_TO_ALL_COUNTED -> read("input", peer, rank);
                case BARRIER -> {}
            }
        }
    }

    /// Writes the result of this rank.
    void write() {
        Data target = args.data("target");
        boolean nothingNew = collective == Semantics.Collective.BROADCAST && rank == args.number("root");
        if (collective != Semantics.Collective.BARRIER && !nothingNew) {
            NdArray whole = target.array();
            NdArray part = collective == Semantics.Collective.REDUCE_SCATTER ? part(whole, rank) : whole;
            core.perform(new Request.Store(Region.of(Objects.requireNonNull(target.memory()), part), false), () -> {});
        }
    }

    /// Reads an operand of a peer, or one of its parts; gives what was read.
    private NdArray read(String operand, int peer, int index) {
        Data mine = args.data(operand);
        Peers peers = mine.peers();
        // Only a window says where a peer's part is; any other operand is charged as a read of this rank's own.
        Data theirs = peers == null ? mine : peers.on(devices.get(peer), mine.valid());
        NdArray whole = theirs.array();
        NdArray part = index < 0 ? whole : part(whole, index);
        core.perform(new Request.Load(Region.of(Objects.requireNonNull(theirs.memory()), part)), () -> {});
        return part;
    }

    private NdArray part(NdArray whole, int index) {
        return CollectiveMeanings.part(args, whole, index, devices.size());
    }

    private void combine(NdArray with) {
        core.perform(new Request.Combine(with.elements(), with.dtype()), () -> {});
    }
}
