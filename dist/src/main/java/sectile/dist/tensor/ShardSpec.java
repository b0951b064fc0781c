package sectile.dist.tensor;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;

/// Where a part of a tensor lies: which PE has it, and which bytes of the tensor's virtual range it is. Shards
/// that are copies of each other have the same bytes.
///
/// @param region the part of the tensor, seen as a matrix
public record ShardSpec(int sip, int cube, int pe, long offsetBytes, long nbytes, Region region) {
    /// Where its first element is in the tensor, in bytes from the first one in row-major order. It differs from
    /// [#offsetBytes] where a part is not made of whole rows: parts lie one after the other in the virtual
    /// range.
    public long positionBytes(Shape shape, DType dtype) {
        long columns = shape.rank() < 2 ? 1 : shape.dim(shape.rank() - 1);
        return dtype.bytesFor(region.row() * columns + region.column());
    }

    public Place place() {
        return new Place(sip, cube, pe);
    }
}
