package sectile.dist.mesh;

import java.util.List;
import sectile.base.array.Shape;
import sectile.dist.tensor.Region;

/// Which part of a tensor a rank has: every dimension of the mesh that shards an axis cuts what the ones
/// before it left. Parts have `ceil(extent / ranks)` elements, the last ones fewer or none.
record Cut(Shape shape, DeviceMesh mesh, List<Placement> placements) {
    /// The calling rank's part.
    Region region() {
        return region(placements.size());
    }

    /// The part as the first few dimensions of the mesh leave it.
    Region region(int dimensions) {
        Region region = new Region(0, shape.dim(0), 0, shape.dim(1));
        for (int dimension = 0; dimension < dimensions; dimension++) {
            if (placements.get(dimension) instanceof Placement.Shard shard) {
                region = part(region, shard.dim(), mesh.coordinate(dimension), mesh.extent(dimension));
            }
        }
        return region;
    }

    /// One part of a region that is cut.
    static Region part(Region region, int axis, int index, int parts) {
        long extent = axis == 0 ? region.rows() : region.columns();
        long most = Math.ceilDiv(extent, parts);
        long start = Math.min(extent, index * most);
        long count = Math.min(most, extent - start);
        return axis == 0
                ? new Region(region.row() + start, count, region.column(), region.columns())
                : new Region(region.row(), region.rows(), region.column() + start, count);
    }
}
