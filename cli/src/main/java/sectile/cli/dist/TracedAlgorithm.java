package sectile.cli.dist;

import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.CollectiveTrace;
import sectile.ir.algorithm.Algorithm;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.AlgorithmBuilder;

/// Makes an algorithm in chunks of what kernels do with elements.
final class TracedAlgorithm {
    private TracedAlgorithm() {}

    /// @param elements of each rank's input
    static Algorithm of(String name, Collective collective, ReduceOp op, long elements, CollectiveTrace trace) {
        int ranks = trace.ranks().size();
        long all = collective == Collective.ALL_GATHER ? elements * ranks : elements;
        long chunk = chunk(collective, elements, ranks, trace);
        var builder = new AlgorithmBuilder(
                name, collective(collective), Math.toIntExact(all / chunk), trace.inPlace(), operation(op), ranks);
        for (int rank = 0; rank < ranks; rank++) {
            AlgorithmBuilder.RankActions actions = builder.rank(rank);
            // Both sides number the values of a rank in the order in which it gets them.
            for (CollectiveTrace.Action action : trace.ranks().get(rank)) {
                switch (action) {
                    case CollectiveTrace.Load load ->
                        actions.load(
                                place(load.from(), chunk),
                                Math.toIntExact(load.from().elements() / chunk));
                    case CollectiveTrace.Receive receive ->
                        actions.receive(
                                receive.from().rank(),
                                receive.from().channel(),
                                Math.toIntExact(receive.elements() / chunk));
                    case CollectiveTrace.Combine combine -> actions.combine(combine.a(), combine.b());
                    case CollectiveTrace.Store store -> actions.store(store.value(), place(store.to(), chunk));
                    case CollectiveTrace.Send send ->
                        actions.send(send.value(), send.to().rank(), send.to().channel());
                }
            }
        }
        return builder.build();
    }

    /// The largest chunk of which everything that is moved consists.
    private static long chunk(Collective collective, long elements, int ranks, CollectiveTrace trace) {
        boolean divides = collective == Collective.REDUCE_SCATTER || collective == Collective.ALL_TO_ALL;
        long chunk = divides ? elements / ranks : elements;
        for (var actions : trace.ranks()) {
            for (CollectiveTrace.Action action : actions) {
                chunk = switch (action) {
                    case CollectiveTrace.Load load -> divisor(chunk, load.from());
                    case CollectiveTrace.Store store -> divisor(chunk, store.to());
                    case CollectiveTrace.Receive receive -> divisor(chunk, receive.elements());
                    case CollectiveTrace.Combine c -> chunk;
                    case CollectiveTrace.Send s -> chunk;
                };
            }
        }
        return chunk;
    }

    private static long divisor(long a, CollectiveTrace.Region region) {
        return divisor(divisor(a, region.first()), region.elements());
    }

    private static long divisor(long a, long b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    private static Place place(CollectiveTrace.Region region, long chunk) {
        return new Place(region.output() ? Buffer.OUTPUT : Buffer.INPUT, Math.toIntExact(region.first() / chunk));
    }

    private static sectile.ir.algorithm.Collective collective(Collective collective) {
        return switch (collective) {
            case ALL_REDUCE -> sectile.ir.algorithm.Collective.ALL_REDUCE;
            case ALL_GATHER -> sectile.ir.algorithm.Collective.ALL_GATHER;
            case REDUCE_SCATTER -> sectile.ir.algorithm.Collective.REDUCE_SCATTER;
            case ALL_TO_ALL -> sectile.ir.algorithm.Collective.ALL_TO_ALL;
            case BROADCAST -> sectile.ir.algorithm.Collective.BROADCAST;
            case REDUCE -> sectile.ir.algorithm.Collective.REDUCE;
            case BARRIER, SEND_RECV ->
                throw new IllegalArgumentException("not a collective of the form: " + collective);
        };
    }

    private static sectile.ir.symbol.ReduceOp operation(ReduceOp op) {
        return switch (op) {
            case SUM -> sectile.ir.symbol.ReduceOp.SUM;
            case MAX -> sectile.ir.symbol.ReduceOp.MAX;
            case MIN -> sectile.ir.symbol.ReduceOp.MIN;
            case PROD -> sectile.ir.symbol.ReduceOp.PROD;
        };
    }
}
