package sectile.dist.workload;

import java.util.OptionalInt;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;
import sectile.sim.workload.ValueCheck;

/// Compares every element of every participant with what it must be.
final class Check {
    private final Expected expected;
    private final String name;
    private final ValueCheck values;

    /// @param name of the result
    Check(Expected expected, String name, ValueCheck values) {
        this.expected = expected;
        this.name = name;
        this.values = values;
    }

    void compare(int rank, DeviceTensor result) {
        for (Shard shard : result.shards()) {
            NdArray found = result.shardToHost(shard);
            found = found.reshape(Shape.of(found.elements()));
            ValueCheck.Result where = new ValueCheck.Result(
                    name, OptionalInt.of(rank), shard.spec().place());
            long done = 0;
            for (Stretch stretch : Stretch.of(result.shape(), shard.spec().region())) {
                compare(where, rank, found.slice(0, done, done + stretch.count()), stretch, result.shape());
                done += stretch.count();
            }
        }
    }

    private void compare(ValueCheck.Result where, int rank, NdArray found, Stretch stretch, Shape shape) {
        for (long done = 0; done < stretch.count(); ) {
            NdArray right = expected.of(rank, stretch.from(done));
            long end = done + right.elements();
            long first = stretch.first() + done;
            // Every value is exact, so its bits are.
            values.compareBits(where, found.slice(0, done, end), right, i -> ValueCheck.position(shape, first + i));
            done = end;
        }
    }
}
