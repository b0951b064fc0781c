package sectile.ir.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// An array in on-chip memory. `space` is null until it is written or inferred.
public record TileType(
        List<Expr> shape,
        DataType dtype,
        @Nullable MemorySpace space,
        @Nullable MemRef memref,
        @Nullable TileView view) implements Shaped {
    public TileType {
        shape = List.copyOf(shape);
    }

    public TileType(List<Expr> shape, DataType dtype, @Nullable MemorySpace space) {
        this(shape, dtype, space, null, null);
    }

    public static TileType of(DataType dtype, @Nullable MemorySpace space, long... dims) {
        return new TileType(TensorType.constants(dims), dtype, space);
    }

    @Override
    public TileType plain(List<Expr> newShape, DataType newDtype) {
        return new TileType(newShape, newDtype, space);
    }

    /// The part of the shape that holds data.
    public List<Expr> validShape() {
        return view == null || view.validShape().isEmpty() ? shape : view.validShape();
    }

    @Override
    public String toString() {
        return "Tile[" + shape + ", " + dtype + (space == null ? "" : ", " + space.surfaceName()) + "]";
    }

    public TileType withShape(List<Expr> newShape) {
        return new TileType(newShape, dtype, space, memref, view);
    }

    public TileType withSpace(@Nullable MemorySpace newSpace) {
        return new TileType(shape, dtype, newSpace, memref, view);
    }

    public TileType withMemref(@Nullable MemRef newMemref) {
        return new TileType(shape, dtype, space, newMemref, view);
    }

    public TileType withView(@Nullable TileView newView) {
        return new TileType(shape, dtype, space, memref, newView);
    }
}
