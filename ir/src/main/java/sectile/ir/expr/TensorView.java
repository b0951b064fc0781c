package sectile.ir.expr;

import java.util.List;
import sectile.ir.symbol.PadValue;
import sectile.ir.symbol.TensorLayout;

/// How a tensor lies in memory: strides in elements (empty = dense row-major), layout, the part that holds data
/// (empty = all), and what the rest counts as.
public record TensorView(List<Expr> stride, TensorLayout layout, List<Expr> validShape, PadValue pad) {
    public TensorView {
        stride = List.copyOf(stride);
        validShape = List.copyOf(validShape);
    }

    public static TensorView of(TensorLayout layout) {
        return new TensorView(List.of(), layout, List.of(), PadValue.NULL);
    }
}
