package sectile.dist.workload;

import java.util.OptionalLong;
import sectile.base.array.DType;
import sectile.dist.ccl.BusBandwidth;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;

/// One line of a sweep.
///
/// @param count elements of one rank's input
/// @param wrong values that differ from the reference; empty if the run was too large to compute values
/// @param efficiency the time no algorithm can beat over the time it took
public record SweepRow(Case point, long count, long latencyPs, OptionalLong wrong, double efficiency) {
    /// What was asked for.
    ///
    /// @param size in bytes, as nccl-tests counts it
    public record Case(Collective collective, int ranks, String algorithm, long size, DType dtype, ReduceOp op) {}

    /// Gigabytes of the collective per second.
    public double algbw() {
        return latencyPs == 0 ? 0 : point.size * 1e3 / latencyPs;
    }

    /// What the busiest link must have carried per second.
    public double busbw() {
        return algbw() * BusBandwidth.factor(point.collective, point.ranks);
    }
}
