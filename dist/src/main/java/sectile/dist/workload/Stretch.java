package sectile.dist.workload;

import java.util.List;
import java.util.stream.LongStream;
import sectile.base.array.Shape;
import sectile.dist.tensor.Region;

/// Elements that lie side by side in a tensor and in the shard that holds them.
///
/// @param first in row-major order of the tensor
record Stretch(long first, long count) {
    /// More than this are not looked at together, to need little memory.
    static final int MOST = 1 << 14;

    /// All elements of a shard in their order.
    static List<Stretch> of(Shape shape, Region region) {
        if (region.elements() == shape.elements()) {
            return List.of(new Stretch(0, region.elements()));
        }
        long columns = shape.dim(shape.rank() - 1);
        return LongStream.range(region.row(), region.row() + region.rows())
                .mapToObj(row -> new Stretch(row * columns + region.column(), region.columns()))
                .toList();
    }

    /// What comes after some of its elements.
    Stretch from(long done) {
        return new Stretch(first + done, count - done);
    }
}
