package sectile.ir.binary;

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

/// Types as bytes.
final class TypeWriter {
    private final Output out;
    private final BinaryWriter writer;

    TypeWriter(Output out, BinaryWriter writer) {
        this.out = out;
        this.writer = writer;
    }

    void write(Type type) {
        switch (type) {
            case ScalarType scalar -> {
                out.unsigned(Format.SCALAR);
                out.constant(scalar.dtype());
            }
            case TensorType tensor -> {
                shaped(Format.TENSOR, tensor);
                view(tensor.view());
                memref(tensor.memref());
            }
            case DistributedTensorType window -> {
                shaped(Format.WINDOW, window);
                view(window.view());
                memref(window.memref());
                out.string(window.window());
            }
            case TileType tile -> {
                shaped(Format.TILE, tile);
                writer.optional(tile.space());
                memref(tile.memref());
                tileView(tile.view());
            }
            case ArrayType array -> {
                out.unsigned(Format.ARRAY);
                out.constant(array.dtype());
                writer.expression(array.extent());
            }
            case TupleType tuple -> {
                out.unsigned(Format.TUPLE_TYPE);
                out.list(tuple.elements(), writer::type);
            }
            case HandleType handle -> {
                out.unsigned(Format.HANDLE);
                out.constant(handle.kind());
            }
            case VoidType nothing -> out.unsigned(Format.VOID);
            case UnknownType unknown -> out.unsigned(Format.UNKNOWN);
        }
    }

    private void shaped(int tag, Shaped shaped) {
        out.unsigned(tag);
        out.constant(shaped.dtype());
        writer.expressions(shaped.shape());
    }

    private void view(@Nullable TensorView view) {
        out.flag(view != null);
        if (view != null) {
            writer.expressions(view.stride());
            out.constant(view.layout());
            writer.expressions(view.validShape());
            out.constant(view.pad());
        }
    }

    private void memref(@Nullable MemRef memref) {
        out.flag(memref != null);
        if (memref != null) {
            out.string(memref.buffer());
            writer.expression(memref.byteOffset());
            out.signed(memref.size());
            out.signed(memref.slots());
        }
    }

    private void tileView(@Nullable TileView view) {
        out.flag(view != null);
        if (view != null) {
            writer.expressions(view.validShape());
            writer.expressions(view.stride());
            out.flag(view.startOffset() != null);
            if (view.startOffset() != null) {
                writer.expression(view.startOffset());
            }
            out.constant(view.blayout());
            out.constant(view.slayout());
            out.signed(view.fractal());
            out.constant(view.pad());
        }
    }
}
