package sectile.dist.workload;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;

/// Compares every element of every participant with what it must be.
final class Check {
    private final CollectiveWorkload workload;
    private final int participants;
    private final int world;
    private final double combined;
    private long checked;
    private long wrong;

    Check(CollectiveWorkload workload, int participants, int world) {
        this.workload = workload;
        this.participants = participants;
        this.world = world;
        this.combined = rounded(combined());
    }

    long checked() {
        return checked;
    }

    long wrong() {
        return wrong;
    }

    void compare(int rank, DeviceTensor result) {
        for (Shard shard : result.shards()) {
            NdArray found = result.shardToHost(shard);
            long count = found.elements();
            for (long i = 0; i < count; i++) {
                double expected = expected(rank, i, count);
                checked++;
                wrong += isRight(found.getDoubleAt(i), expected) ? 0 : 1;
            }
        }
    }

    /// Equal counts also where a type has no number so large: then both are infinite.
    private boolean isRight(double found, double expected) {
        return found == expected || Math.abs(found - expected) <= tolerance(expected);
    }

    private double expected(int rank, long index, long count) {
        return switch (workload.collective()) {
            case ALL_REDUCE, REDUCE_SCATTER -> combined;
            case REDUCE -> rank == 0 ? combined : rounded(workload.input(rank));
            case BROADCAST -> rounded(workload.input(0));
            case ALL_GATHER, ALL_TO_ALL -> rounded(workload.input((int) (index / (count / world))));
            case BARRIER -> rounded(workload.input(rank));
            case SEND_RECV -> rounded(workload.input(rank == world - 1 ? 0 : rank));
        };
    }

    /// The combination of all participants of all ranks.
    private double combined() {
        double result = workload.input(0);
        for (int i = 1; i < world * participants; i++) {
            result = workload.op().combine(result, workload.input(i % world));
        }
        return result;
    }

    private double rounded(double value) {
        return NdArray.full(workload.dtype(), Shape.of(1), value).getDoubleAt(0);
    }

    /// Sums that leave the range in which a type holds every whole number are rounded on the way.
    private double tolerance(double expected) {
        DType dtype = workload.dtype();
        int bits = switch (dtype) {
            case F16 -> 11;
            case BF16 -> 8;
            case F32 -> 24;
            default -> 62;
        };
        boolean exact = workload.op() != ReduceOp.SUM || !dtype.isFloat() || Math.abs(expected) <= 1L << bits;
        return exact ? 0 : Math.abs(expected) * Math.min(1, (double) world * participants / (1L << bits));
    }
}
