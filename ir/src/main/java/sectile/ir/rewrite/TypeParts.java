package sectile.ir.rewrite;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.VoidType;

/// A type with the expressions in it rewritten: shapes, strides, valid shapes and places in memory.
final class TypeParts {
    private TypeParts() {}

    static Type rewrite(Type type, Rewriter in) {
        return switch (type) {
            case ScalarType scalar -> scalar;
            case TensorType tensor -> {
                List<Expr> shape = in.each("shape", tensor.shape(), in::expression);
                TensorView view = view(tensor.view(), in);
                MemRef memref = memref(tensor.memref(), in);
                yield shape == tensor.shape() && view == tensor.view() && memref == tensor.memref()
                        ? tensor
                        : new TensorType(shape, tensor.dtype(), view, memref);
            }
            case DistributedTensorType window -> {
                List<Expr> shape = in.each("shape", window.shape(), in::expression);
                TensorView view = view(window.view(), in);
                MemRef memref = memref(window.memref(), in);
                yield shape == window.shape() && view == window.view() && memref == window.memref()
                        ? window
                        : new DistributedTensorType(shape, window.dtype(), view, memref, window.window());
            }
            case TileType tile -> {
                List<Expr> shape = in.each("shape", tile.shape(), in::expression);
                MemRef memref = memref(tile.memref(), in);
                TileView view = view(tile.view(), in);
                yield shape == tile.shape() && memref == tile.memref() && view == tile.view()
                        ? tile
                        : new TileType(shape, tile.dtype(), tile.space(), memref, view);
            }
            case ArrayType array -> {
                Expr extent = in.expression("extent", array.extent());
                yield extent == array.extent() ? array : new ArrayType(extent, array.dtype());
            }
            case TupleType tuple -> {
                List<Type> elements = in.each("elements", tuple.elements(), in::type);
                yield elements == tuple.elements() ? tuple : new TupleType(elements);
            }
            case HandleType handle -> handle;
            case VoidType nothing -> nothing;
            case UnknownType unknown -> unknown;
        };
    }

    private static @Nullable TensorView view(@Nullable TensorView view, Rewriter in) {
        if (view == null) {
            return null;
        }
        List<Expr> stride = in.each("stride", view.stride(), in::expression);
        List<Expr> valid = in.each("validShape", view.validShape(), in::expression);
        return stride == view.stride() && valid == view.validShape()
                ? view
                : new TensorView(stride, view.layout(), valid, view.pad());
    }

    private static @Nullable TileView view(@Nullable TileView view, Rewriter in) {
        if (view == null) {
            return null;
        }
        List<Expr> valid = in.each("validShape", view.validShape(), in::expression);
        List<Expr> stride = in.each("stride", view.stride(), in::expression);
        Expr start = view.startOffset() == null ? null : in.expression(view.startOffset());
        return valid == view.validShape() && stride == view.stride() && start == view.startOffset()
                ? view
                : new TileView(valid, stride, start, view.blayout(), view.slayout(), view.fractal(), view.pad());
    }

    private static @Nullable MemRef memref(@Nullable MemRef memref, Rewriter in) {
        if (memref == null) {
            return null;
        }
        Expr offset = in.expression("byteOffset", memref.byteOffset());
        return offset == memref.byteOffset()
                ? memref
                : new MemRef(memref.buffer(), offset, memref.size(), memref.slots());
    }
}
