package sectile.dist.local;

import java.util.Optional;
import sectile.base.array.Shape;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.ListedLayout;
import sectile.dist.tensor.Split;
import sectile.dist.tensor.TiledLayout;

/// The layouts that use every PE of a SIP as far as the shape allows.
public final class Spread {
    private Spread() {}

    /// All of it on every PE.
    public static DpPolicy replicated() {
        return DpPolicy.cube(Split.REPLICATE);
    }

    /// Some columns on every PE.
    public static DpPolicy columns() {
        return DpPolicy.cube(Split.COLUMN_WISE).pe(Split.COLUMN_WISE);
    }

    /// Some rows on every PE.
    public static DpPolicy rows() {
        return DpPolicy.cube(Split.ROW_WISE).pe(Split.ROW_WISE);
    }

    /// Columns dealt out in groups that stay together; 1 is the same as [#columns()].
    public static Layout columns(long rows, long together) {
        return together == 1
                ? columns()
                : new TiledLayout(TiledLayout.Order.ROW_MAJOR, Math.max(1, rows), together, 0, 0);
    }

    /// A row on every PE that has something of its columns, or empty if a layout deals out rows in turn.
    static Optional<Layout> rowFor(Layout layout, Shape shape) {
        return switch (layout) {
            case DpPolicy policy ->
                Optional.of(new DpPolicy(
                        withoutRows(policy.cube()),
                        withoutRows(policy.pe()),
                        policy.numCubes(),
                        policy.numPes(),
                        policy.exact()));
            case ListedLayout listed -> Optional.of(new ListedLayout(withoutRows(listed.split()), listed.places()));
            case TiledLayout tiled -> tiled.tileRows() >= shape.dim(0) ? Optional.of(tiled) : Optional.empty();
        };
    }

    private static Split withoutRows(Split split) {
        return split == Split.ROW_WISE ? Split.REPLICATE : split;
    }

    /// Rows dealt out in groups that stay together; 1 is the same as [#rows()].
    public static Layout rows(long together, long columns) {
        return together == 1
                ? rows()
                : new TiledLayout(TiledLayout.Order.ROW_MAJOR, together, Math.max(1, columns), 0, 0);
    }
}
