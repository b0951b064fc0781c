package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import sectile.base.diag.Span;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.VoidType;
import sectile.ir.symbol.DataType;

/// Types as MLIR names them.
final class Types {
    private Types() {}

    /// An element or a scalar. Integers have no sign here; operations have.
    static String scalar(DataType dtype, Span at) {
        return switch (dtype) {
            case BOOL -> "i1";
            case INT8, UINT8 -> "i8";
            case INT16, UINT16 -> "i16";
            case INT32, UINT32 -> "i32";
            case INT64, UINT64 -> "i64";
            case INDEX, TASK_ID -> "index";
            case FP16 -> "f16";
            case BF16 -> "bf16";
            case FP32 -> "f32";
            case FP64 -> "f64";
            case INT4, UINT4, FP8E4M3FN, FP8E5M2, FP8E8M0, FP4 ->
                throw new InexpressibleException("arithmetic on " + dtype, at);
        };
    }

    /// A memory region with any strides.
    static String shaped(Shaped type, Span at) {
        return shaped(type.shape().stream().map(Types::extent).toList(), scalar(type.dtype(), at));
    }

    static String extent(Expr extent) {
        OptionalLong constant = Dims.constant(extent);
        return constant.isPresent() ? Long.toString(constant.getAsLong()) : "?";
    }

    static String shaped(List<String> extents, String element) {
        String strides = String.join(", ", Collections.nCopies(extents.size(), "?"));
        return dense(extents, element, ", strided<[" + strides + "], offset: ?>");
    }

    /// One row after the other, from the beginning of its memory.
    static String dense(List<String> extents, String element) {
        return dense(extents, element, "");
    }

    private static String dense(List<String> extents, String element, String layout) {
        return extents.stream().map(e -> e + "x").collect(Collectors.joining("", "memref<", ""))
                + element
                + layout
                + ">";
    }

    /// The parts of a value of a type.
    static List<String> parts(Type type, Span at) {
        return switch (type) {
            case ScalarType scalar -> List.of(scalar(scalar.dtype(), at));
            case TensorType tensor -> List.of(shaped(tensor, at));
            case TileType tile -> List.of(shaped(tile, at));
            case TupleType tuple -> {
                var all = new ArrayList<String>();
                tuple.elements().forEach(element -> all.addAll(parts(element, at)));
                yield all;
            }
            case VoidType _ -> List.of();
            case DistributedTensorType _ -> throw new InexpressibleException("a window that other ranks reach", at);
            case ArrayType _, HandleType _, UnknownType _ ->
                throw new InexpressibleException("a value of the type " + type, at);
        };
    }
}
