package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Span;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.symbol.ReduceOp;

/// Builds an algorithm from what every rank does, one thing after the other: reads chunks, receives, combines, stores
/// and sends. Actions become steps of thread blocks, one for each connection; those that follow each other become one
/// step where there is a type for it; and a step waits for those of other blocks with which it shares memory.
///
/// ```java
/// var builder = new AlgorithmBuilder("sum", Collective.ALL_REDUCE, 1, true, ReduceOp.SUM, 2);
/// for (int rank : List.of(0, 1)) {
///     AlgorithmBuilder.RankActions actions = builder.rank(rank);
///     int own = actions.load(new Place(Buffer.INPUT, 0), 1);
///     actions.send(own, 1 - rank, 0);
///     actions.store(actions.combine(own, actions.receive(1 - rank, 0, 1)), new Place(Buffer.INPUT, 0));
/// }
/// Algorithm algorithm = builder.build();
/// ```
public final class AlgorithmBuilder {
    private final String name;
    private final Collective collective;
    private final int chunks;
    private final boolean inPlace;
    private final ReduceOp operation;
    private final List<RankActions> ranks = new ArrayList<>();

    /// @param chunks of the larger one of input and output
    public AlgorithmBuilder(
            String name, Collective collective, int chunks, boolean inPlace, ReduceOp operation, int ranks) {
        this.name = name;
        this.collective = collective;
        this.chunks = chunks;
        this.inPlace = inPlace;
        this.operation = operation;
        for (int i = 0; i < ranks; i++) {
            this.ranks.add(new RankActions());
        }
    }

    public RankActions rank(int number) {
        return ranks.get(number);
    }

    public Algorithm build() {
        var built = new ArrayList<Rank>();
        int channels = 1;
        for (int i = 0; i < ranks.size(); i++) {
            var lowering = new RankLowering(ranks.get(i).actions);
            lowering.run();
            channels = Math.max(channels, lowering.channels());
            built.add(new Rank(
                    i,
                    collective.inputChunks(chunks, ranks.size()),
                    collective.outputChunks(chunks, ranks.size()),
                    lowering.scratch(),
                    lowering.blocks(),
                    Span.none()));
        }
        return new Algorithm(name, collective, channels, chunks, inPlace, operation, 0, built, Span.none());
    }

    /// What one rank does. Values are numbered from 0 in the order in which they are made.
    public static final class RankActions {
        private final List<Action> actions = new ArrayList<>();
        private final List<Integer> counts = new ArrayList<>();

        private RankActions() {}

        /// A value that is read from memory.
        public int load(Place from, int count) {
            actions.add(new Action.Load(counts.size(), from, count));
            return value(count);
        }

        /// A value that another rank sends on a channel.
        public int receive(int rank, int channel, int count) {
            actions.add(new Action.Receive(counts.size(), new Action.Link(rank, channel), count));
            return value(count);
        }

        /// Two values combined.
        public int combine(int a, int b) {
            actions.add(new Action.Combine(counts.size(), a, b, counts.get(a)));
            return value(counts.get(a));
        }

        public void store(int value, Place to) {
            actions.add(new Action.Store(value, to, counts.get(value)));
        }

        public void send(int value, int rank, int channel) {
            actions.add(new Action.Send(value, new Action.Link(rank, channel), counts.get(value)));
        }

        private int value(int count) {
            counts.add(count);
            return counts.size() - 1;
        }
    }
}
