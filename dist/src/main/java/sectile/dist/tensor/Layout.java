package sectile.dist.tensor;

import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.topology.Topology;

/// A rule that spreads a tensor over the PEs of one SIP.
public sealed interface Layout permits DpPolicy, ListedLayout, TiledLayout {
    /// The shards of a tensor, by cube, PE and offset. Placing on another SIP changes nothing but `sip`.
    List<ShardSpec> place(Shape shape, DType dtype, int sip, Topology machine);

    /// The tensor as a matrix: rows are all axes but the last. One axis alone is a column of rows, or a row if
    /// `asRow`.
    static Region matrix(Shape shape, boolean asRow) {
        return switch (shape.rank()) {
            case 0 -> new Region(0, 1, 0, 1);
            case 1 -> asRow ? new Region(0, 1, 0, shape.dim(0)) : new Region(0, shape.dim(0), 0, 1);
            default -> {
                long columns = shape.dim(shape.rank() - 1);
                yield new Region(0, columns == 0 ? 0 : shape.elements() / columns, 0, columns);
            }
        };
    }
}
