package sectile.ir.binary;

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
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.PadValue;
import sectile.ir.symbol.TensorLayout;
import sectile.ir.symbol.TileLayout;

/// Bytes as types.
final class TypeReader {
    private final Input in;
    private final BinaryReader reader;

    TypeReader(Input in, BinaryReader reader) {
        this.in = in;
        this.reader = reader;
    }

    Type read() {
        long tag = in.unsigned();
        return switch (Math.clamp(tag, -1, 1000)) {
            case Format.SCALAR -> ScalarType.of(in.constant(DataType.class));
            case Format.TENSOR -> {
                DataType dtype = in.constant(DataType.class);
                yield new TensorType(reader.expressions(), dtype, view(), memref());
            }
            case Format.WINDOW -> {
                DataType dtype = in.constant(DataType.class);
                yield new DistributedTensorType(reader.expressions(), dtype, view(), memref(), in.string());
            }
            case Format.TILE -> {
                DataType dtype = in.constant(DataType.class);
                List<Expr> shape = reader.expressions();
                yield new TileType(shape, dtype, reader.optional(MemorySpace.class), memref(), tileView());
            }
            case Format.ARRAY -> {
                DataType dtype = in.constant(DataType.class);
                yield new ArrayType(reader.expression(), dtype);
            }
            case Format.TUPLE_TYPE -> new TupleType(in.list(reader::type));
            case Format.HANDLE -> new HandleType(in.constant(HandleType.Kind.class));
            case Format.VOID -> VoidType.INSTANCE;
            case Format.UNKNOWN -> UnknownType.INSTANCE;
            default -> throw Input.damaged("no type has the tag " + tag);
        };
    }

    private @Nullable TensorView view() {
        return in.flag()
                ? new TensorView(
                        reader.expressions(),
                        in.constant(TensorLayout.class),
                        reader.expressions(),
                        in.constant(PadValue.class))
                : null;
    }

    private @Nullable MemRef memref() {
        return in.flag()
                ? new MemRef(in.string(), reader.expression(), in.signed(), Math.clamp(in.signed(), 1, 1 << 20))
                : null;
    }

    private @Nullable TileView tileView() {
        if (!in.flag()) {
            return null;
        }
        List<Expr> valid = reader.expressions();
        List<Expr> stride = reader.expressions();
        Expr start = in.flag() ? reader.expression() : null;
        return new TileView(
                valid,
                stride,
                start,
                in.constant(TileLayout.class),
                in.constant(TileLayout.class),
                in.signed(),
                in.constant(PadValue.class));
    }
}
