package sectile.dist.workload;

import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;

/// Compares every element of every participant with what it must be.
final class Check {
    private final Expected expected;
    private long checked;
    private long wrong;

    Check(Expected expected) {
        this.expected = expected;
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
            found = found.reshape(Shape.of(found.elements()));
            long done = 0;
            for (Stretch stretch : Stretch.of(result.shape(), shard.spec().region())) {
                compare(rank, found.slice(0, done, done + stretch.count()), stretch);
                done += stretch.count();
            }
        }
    }

    private void compare(int rank, NdArray found, Stretch stretch) {
        for (long done = 0; done < stretch.count(); ) {
            NdArray right = expected.of(rank, stretch.from(done));
            long end = done + right.elements();
            compare(found.slice(0, done, end), right);
            done = end;
        }
    }

    /// Every value is exact, so its bits are.
    private void compare(NdArray found, NdArray right) {
        checked += right.elements();
        if (found.equals(right)) {
            return;
        }
        for (long i = 0; i < right.elements(); i++) {
            wrong += found.bitsAt(i) == right.bitsAt(i) ? 0 : 1;
        }
    }
}
