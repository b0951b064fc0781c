package sectile.ir.binary;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.ArrayType;
import sectile.ir.DataType;
import sectile.ir.DistributedTensorType;
import sectile.ir.Expr;
import sectile.ir.HandleType;
import sectile.ir.MemRef;
import sectile.ir.MemorySpace;
import sectile.ir.PadValue;
import sectile.ir.ScalarType;
import sectile.ir.TensorLayout;
import sectile.ir.TensorType;
import sectile.ir.TensorView;
import sectile.ir.TileLayout;
import sectile.ir.TileType;
import sectile.ir.TileView;
import sectile.ir.TupleType;
import sectile.ir.Type;
import sectile.ir.UnknownType;
import sectile.ir.VoidType;

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
                ? new TensorView(reader.expressions(), in.constant(TensorLayout.class), reader.expressions())
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
