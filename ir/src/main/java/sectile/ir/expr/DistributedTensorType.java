package sectile.ir.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.symbol.DataType;

/// A window of memory that peers can reach. `window` names the buffer it looks into; empty when that is not known yet.
public record DistributedTensorType(
        List<Expr> shape,
        DataType dtype,
        @Nullable TensorView view,
        @Nullable MemRef memref,
        String window) implements Shaped {
    public DistributedTensorType {
        shape = List.copyOf(shape);
    }

    public DistributedTensorType(List<Expr> shape, DataType dtype) {
        this(shape, dtype, null, null, "");
    }

    public static DistributedTensorType of(DataType dtype, long... dims) {
        return new DistributedTensorType(TensorType.constants(dims), dtype);
    }

    @Override
    public DistributedTensorType plain(List<Expr> newShape, DataType newDtype) {
        return new DistributedTensorType(newShape, newDtype, null, null, window);
    }

    @Override
    public String toString() {
        return "DistributedTensor[" + shape + ", " + dtype + (window.isEmpty() ? "" : ", window " + window) + "]";
    }

    public DistributedTensorType withShape(List<Expr> newShape) {
        return new DistributedTensorType(newShape, dtype, view, memref, window);
    }

    public DistributedTensorType withWindow(String newWindow) {
        return new DistributedTensorType(shape, dtype, view, memref, newWindow);
    }
}
