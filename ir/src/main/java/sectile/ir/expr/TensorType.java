package sectile.ir.expr;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.symbol.DataType;

/// An array in global memory. Never a [DistributedTensorType], nor the reverse.
public record TensorType(
        List<Expr> shape,
        DataType dtype,
        @Nullable TensorView view,
        @Nullable MemRef memref) implements Shaped {
    public TensorType {
        shape = List.copyOf(shape);
    }

    public TensorType(List<Expr> shape, DataType dtype) {
        this(shape, dtype, null, null);
    }

    public static TensorType of(DataType dtype, long... dims) {
        return new TensorType(constants(dims), dtype);
    }

    @Override
    public TensorType plain(List<Expr> newShape, DataType newDtype) {
        return new TensorType(newShape, newDtype);
    }

    static List<Expr> constants(long... dims) {
        return Arrays.stream(dims).mapToObj(d -> (Expr) ConstInt.index(d)).toList();
    }

    @Override
    public String toString() {
        return "Tensor[" + shape + ", " + dtype + "]";
    }

    public TensorType withShape(List<Expr> newShape) {
        return new TensorType(newShape, dtype, view, memref);
    }

    public TensorType withView(@Nullable TensorView newView) {
        return new TensorType(shape, dtype, newView, memref);
    }

    public TensorType withMemref(@Nullable MemRef newMemref) {
        return new TensorType(shape, dtype, view, newMemref);
    }
}
