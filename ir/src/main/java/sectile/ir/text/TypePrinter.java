package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.VoidType;
import sectile.ir.symbol.PadValue;
import sectile.ir.symbol.TensorLayout;
import sectile.ir.symbol.TileLayout;

/// Types as annotations.
final class TypePrinter {
    private final ExpressionPrinter expressions;

    TypePrinter(ExpressionPrinter expressions) {
        this.expressions = expressions;
    }

    String print(Type type) {
        return switch (type) {
            case ScalarType scalar -> "pl.Scalar[" + scalar.dtype().surface() + "]";
            case TensorType tensor -> {
                List<String> slots = slots(tensor);
                view(tensor.view(), slots);
                memref(tensor.memref(), slots);
                yield "pl.Tensor[" + String.join(", ", slots) + "]";
            }
            case DistributedTensorType window -> {
                List<String> slots = slots(window);
                view(window.view(), slots);
                memref(window.memref(), slots);
                if (!window.window().isEmpty()) {
                    slots.add("pld.WindowRef(" + Literals.string(window.window()) + ")");
                }
                yield "pld.DistributedTensor[" + String.join(", ", slots) + "]";
            }
            case TileType tile -> {
                List<String> slots = slots(tile);
                memref(tile.memref(), slots);
                if (tile.space() != null) {
                    slots.add(tile.space().surface());
                }
                tileView(tile.view(), slots);
                yield "pl.Tile[" + String.join(", ", slots) + "]";
            }
            case ArrayType array ->
                "pl.Array[" + expressions.print(array.extent()) + ", "
                        + array.dtype().surface() + "]";
            case TupleType tuple ->
                "pl.Tuple[" + tuple.elements().stream().map(this::print).collect(Collectors.joining(", ", "[", "]"))
                        + "]";
            case HandleType handle -> handle.kind().surface();
            case VoidType nothing -> throw new IllegalArgumentException("nothing has no annotation");
            case UnknownType unknown -> throw new IllegalArgumentException("a value without a type cannot be printed");
        };
    }

    private List<String> slots(Shaped shaped) {
        return new ArrayList<>(
                List.of(expressions.list(shaped.shape()), shaped.dtype().surface()));
    }

    private void view(@Nullable TensorView view, List<String> slots) {
        if (view == null) {
            return;
        }
        var parts = new ArrayList<String>();
        if (!view.stride().isEmpty()) {
            parts.add("stride=" + expressions.list(view.stride()));
        }
        if (view.layout() != TensorLayout.ND) {
            parts.add("layout=" + view.layout().surface());
        }
        if (!view.validShape().isEmpty()) {
            parts.add("valid_shape=" + expressions.list(view.validShape()));
        }
        if (view.pad() != PadValue.NULL) {
            parts.add("pad=" + view.pad().surface());
        }
        slots.add("pl.TensorView(" + String.join(", ", parts) + ")");
    }

    private void memref(@Nullable MemRef memref, List<String> slots) {
        if (memref != null) {
            slots.add("pl.MemRef(" + Literals.string(memref.buffer()) + ", " + expressions.print(memref.byteOffset())
                    + ", " + memref.size() + (memref.slots() == 1 ? "" : ", slots=" + memref.slots()) + ")");
        }
    }

    private void tileView(@Nullable TileView view, List<String> slots) {
        if (view == null) {
            return;
        }
        var parts = new ArrayList<String>();
        if (!view.validShape().isEmpty()) {
            parts.add("valid_shape=" + expressions.list(view.validShape()));
        }
        if (!view.stride().isEmpty()) {
            parts.add("stride=" + expressions.list(view.stride()));
        }
        if (view.startOffset() != null) {
            parts.add("start_offset=" + expressions.print(view.startOffset()));
        }
        if (view.blayout() != TileLayout.ROW_MAJOR) {
            parts.add("blayout=" + view.blayout().surface());
        }
        if (view.slayout() != TileLayout.NONE_BOX) {
            parts.add("slayout=" + view.slayout().surface());
        }
        if (view.fractal() != TileView.DEFAULT_FRACTAL) {
            parts.add("fractal=" + view.fractal());
        }
        if (view.pad() != PadValue.NULL) {
            parts.add("pad=" + view.pad().surface());
        }
        slots.add("pl.TileView(" + String.join(", ", parts) + ")");
    }
}
