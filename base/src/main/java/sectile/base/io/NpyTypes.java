package sectile.base.io;

import java.nio.ByteOrder;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;

/// NumPy's names of element types; the package comment has the table for those it does not know.
final class NpyTypes {
    /// An element type with its byte order.
    record Stored(DType dtype, ByteOrder order) {}

    private NpyTypes() {}

    /// The type of a `descr` like `<f4`.
    static Optional<Stored> parse(String descr) {
        if (descr.length() != 3 || "<>|=".indexOf(descr.charAt(0)) < 0) {
            return Optional.empty();
        }
        ByteOrder order = switch (descr.charAt(0)) {
            case '>' -> ByteOrder.BIG_ENDIAN;
            case '=' -> ByteOrder.nativeOrder();
            default -> ByteOrder.LITTLE_ENDIAN;
        };
        Optional<DType> dtype = switch (descr.substring(1)) {
            case "b1" -> Optional.of(DType.BOOL);
            case "i1" -> Optional.of(DType.I8);
            case "i2" -> Optional.of(DType.I16);
            case "i4" -> Optional.of(DType.I32);
            case "i8" -> Optional.of(DType.I64);
            case "u1" -> Optional.of(DType.U8);
            case "u2" -> Optional.of(DType.U16);
            case "u4" -> Optional.of(DType.U32);
            case "u8" -> Optional.of(DType.U64);
            case "f1" -> Optional.of(DType.F8E5M2);
            case "f2" -> Optional.of(DType.F16);
            case "f4" -> Optional.of(DType.F32);
            case "f8" -> Optional.of(DType.F64);
            case "V1" -> Optional.of(DType.F8E4M3);
            case "V2" -> Optional.of(DType.BF16);
            default -> Optional.empty();
        };
        return dtype.map(type -> new Stored(type, order));
    }

    /// The array with an element type that can be written; a four-bit type is widened.
    static NdArray storable(NdArray array) {
        return switch (array.dtype()) {
            case I4 -> array.cast(DType.I8);
            case U4 -> array.cast(DType.U8);
            case F4E2M1 -> array.cast(DType.F16);
            case BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0 -> array;
        };
    }

    static String descr(DType dtype) {
        return switch (dtype) {
            case BOOL -> "|b1";
            case I8 -> "|i1";
            case I16 -> "<i2";
            case I32 -> "<i4";
            case I64 -> "<i8";
            case U8 -> "|u1";
            case U16 -> "<u2";
            case U32 -> "<u4";
            case U64 -> "<u8";
            case F16 -> "<f2";
            case F32 -> "<f4";
            case F64 -> "<f8";
            case BF16 -> "<V2";
            case F8E4M3, F8E5M2, F8E8M0 -> "|V1";
            case I4, U4, F4E2M1 -> throw new IllegalArgumentException("no NumPy type for " + dtype.text());
        };
    }
}
