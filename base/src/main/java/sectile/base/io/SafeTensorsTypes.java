package sectile.base.io;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import sectile.base.array.DType;
import sectile.base.array.NdArray;

/// The format's names of element types.
final class SafeTensorsTypes {
    static final Map<String, DType> BY_NAME = byName();

    private SafeTensorsTypes() {}

    static String name(DType dtype) {
        return switch (dtype) {
            case BOOL -> "BOOL";
            case I8 -> "I8";
            case I16 -> "I16";
            case I32 -> "I32";
            case I64 -> "I64";
            case U8 -> "U8";
            case U16 -> "U16";
            case U32 -> "U32";
            case U64 -> "U64";
            case F16 -> "F16";
            case BF16 -> "BF16";
            case F32 -> "F32";
            case F64 -> "F64";
            case F8E4M3 -> "F8_E4M3";
            case F8E5M2 -> "F8_E5M2";
            case F8E8M0 -> "F8_E8M0";
            case F4E2M1 -> "F4";
            case I4, U4 -> throw new IllegalArgumentException("no safetensors type for " + dtype.text());
        };
    }

    /// The tensor with an element type that can be written; i4 and u4 are widened.
    static NdArray storable(NdArray array) {
        return switch (array.dtype()) {
            case I4 -> array.cast(DType.I8);
            case U4 -> array.cast(DType.U8);
            case BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 ->
                array;
        };
    }

    private static Map<String, DType> byName() {
        Map<String, DType> result = new LinkedHashMap<>();
        for (DType dtype : DType.values()) {
            if (dtype != DType.I4 && dtype != DType.U4) {
                result.put(name(dtype), dtype);
            }
        }
        return Collections.unmodifiableMap(result);
    }
}
