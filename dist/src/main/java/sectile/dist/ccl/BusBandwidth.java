package sectile.dist.ccl;

/// Bandwidths as nccl-tests defines them: the algorithm's is size over time, the bus's is what the busiest link
/// must have carried, which can be compared between numbers of ranks.
public final class BusBandwidth {
    private BusBandwidth() {}

    /// The size of a collective: of the output where that is larger than the input, else of the input.
    public static long size(Collective collective, long inputBytes, int ranks) {
        return collective == Collective.ALL_GATHER ? inputBytes * ranks : inputBytes;
    }

    /// Bus bandwidth over algorithm bandwidth.
    public static double factor(Collective collective, int ranks) {
        double others = ranks - 1.0;
        return switch (collective) {
            case ALL_REDUCE -> 2 * others / ranks;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> others / ranks;
            case BROADCAST, REDUCE, SEND_RECV -> 1;
            case BARRIER -> 0;
        };
    }
}
