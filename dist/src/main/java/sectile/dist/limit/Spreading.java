package sectile.dist.limit;

import java.util.List;

/// The bound of an all-gather or a broadcast, and of a reduce-scatter or a reduce, which are the reverse, on machines
/// where cuts alone do not tell it: the turns of half-duplex links are divided between directions as is best, and as
/// many messages leave a node without ranks as arrive.
final class Spreading {
    private final RankGraph graph;

    Spreading(RankGraph graph) {
        this.graph = graph;
    }

    /// The bound, or a cut that is no worse.
    Bottleneck orNarrower(Bottleneck cut) {
        Joined joined = new Joined(
                switch (cut.collective()) {
                    case ALL_GATHER, BROADCAST -> graph;
                    case REDUCE_SCATTER, REDUCE -> graph.reversed();
                    case ALL_REDUCE, ALL_TO_ALL, SEND_RECV, BARRIER ->
                        throw new IllegalArgumentException(cut.collective().text() + " does not only spread");
                });
        Trees trees = Trees.from(joined, parts(joined, cut));
        if (trees.areTooMany()) {
            return cut.reaching(0);
        }
        Trees.Reached best = trees.best(cut.gbs() / joined.fastest());
        double gbs = best.promised() * joined.fastest();
        Bottleneck narrower = best.sets().isEmpty() || gbs >= cut.gbs() * (1 - 1e-9)
                ? cut
                : joined.bottleneck(cut.collective(), gbs, best.sets());
        return narrower.reaching(best.rate() * joined.fastest());
    }

    private List<Double> parts(Joined joined, Bottleneck cut) {
        return joined.withRanks().stream()
                .mapToObj(joined::ranksAt)
                .map(ranks -> switch (cut.collective()) {
                    case BROADCAST, REDUCE -> ranks.contains(0) ? 1.0 : 0.0;
                    case ALL_GATHER, REDUCE_SCATTER, ALL_REDUCE, ALL_TO_ALL, SEND_RECV, BARRIER ->
                        (double) ranks.size() / graph.ranks();
                })
                .toList();
    }
}
