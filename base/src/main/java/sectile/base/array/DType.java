package sectile.base.array;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What one element of an array is. Four-bit elements are packed two to a byte, the first one in the low
/// nibble.
///
/// The fp8 and fp4 formats are for storage: they are read and written exactly, arithmetic happens in wider
/// types.
public enum DType {
    BOOL(8, Kind.BOOL, "bool", ""),
    I4(4, Kind.SIGNED, "i4", "int4"),
    I8(8, Kind.SIGNED, "i8", "int8"),
    I16(16, Kind.SIGNED, "i16", "int16"),
    I32(32, Kind.SIGNED, "i32", "int32"),
    I64(64, Kind.SIGNED, "i64", "int64"),
    U4(4, Kind.UNSIGNED, "u4", "uint4"),
    U8(8, Kind.UNSIGNED, "u8", "uint8"),
    U16(16, Kind.UNSIGNED, "u16", "uint16"),
    U32(32, Kind.UNSIGNED, "u32", "uint32"),
    U64(64, Kind.UNSIGNED, "u64", "uint64"),
    /// IEEE 754 binary16.
    F16(16, Kind.FLOAT, "f16", "fp16 float16"),
    /// The upper half of an IEEE 754 binary32.
    BF16(16, Kind.FLOAT, "bf16", "bfloat16"),
    F32(32, Kind.FLOAT, "f32", "fp32 float32"),
    F64(64, Kind.FLOAT, "f64", "fp64 float64"),
    /// Four exponent bits, three fraction bits, no infinity (OCP OFP8 E4M3, "e4m3fn"); the largest value is
    /// 448.
    F8E4M3(8, Kind.FLOAT, "fp8e4m3", "fp8e4m3fn f8e4m3 f8e4m3fn float8_e4m3fn"),
    /// Five exponent bits, two fraction bits, infinities and NaNs as in binary16; the largest finite value is
    /// 57344.
    F8E5M2(8, Kind.FLOAT, "fp8e5m2", "f8e5m2 float8_e5m2"),
    /// A power of two from 2^-127 to 2^127, or NaN: no sign, no zero (OCP MX scale, "e8m0fnu").
    F8E8M0(8, Kind.FLOAT, "fp8e8m0", "fp8e8m0fnu f8e8m0 f8e8m0fnu float8_e8m0fnu"),
    /// Two exponent bits, one fraction bit, no infinity and no NaN: ±{0, 0.5, 1, 1.5, 2, 3, 4, 6} ("e2m1fn").
    F4E2M1(4, Kind.FLOAT, "fp4e2m1", "fp4 fp4e2m1fn f4e2m1 f4e2m1fn float4_e2m1fn");

    private enum Kind {
        BOOL,
        SIGNED,
        UNSIGNED,
        FLOAT
    }

    private static final Map<String, DType> BY_NAME = byName();

    private final int bits;
    /// Of one element; 0 if it takes less than one.
    private final long bytes;

    private final Kind kind;
    private final String text;
    private final String aliases;

    DType(int bits, Kind kind, String text, String aliases) {
        this.bits = bits;
        this.bytes = bits / 8;
        this.kind = kind;
        this.text = text;
        this.aliases = aliases;
    }

    /// The width of one element; a bool takes a whole byte.
    public int bits() {
        return bits;
    }

    /// The bytes that `elements` packed elements take, the last byte padded.
    public long bytesFor(long elements) {
        if (elements < 0) {
            throw new IllegalArgumentException("negative element count " + elements);
        }
        if (bytes > 0 && elements > Long.MAX_VALUE / bytes) {
            throw new ArithmeticException(elements + " elements of " + text() + " take more than 2^63 bytes");
        }
        return bytes > 0
                ? elements * bytes
                : elements / 2 + elements % 2; // the same as (elements * 4 + 7) / 8, without its overflow
    }

    /// Whether two elements share a byte.
    public boolean isSubByte() {
        return bits < 8;
    }

    public boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    /// Whether this is a signed or unsigned integer; a bool is neither.
    public boolean isInteger() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
    }

    /// Whether there are negative values.
    public boolean isSigned() {
        return kind == Kind.SIGNED || (kind == Kind.FLOAT && this != F8E8M0);
    }

    /// The one name used in output, like `f16` or `fp8e4m3`.
    public String text() {
        return text;
    }

    /// The type of a name in any case: ours (`f16`), NumPy's (`float16`) or the tile language's (`FP16`).
    public static Optional<DType> parse(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /// The names [#text()] gives, for hints.
    public static List<String> texts() {
        return Arrays.stream(values()).map(DType::text).toList();
    }

    private static Map<String, DType> byName() {
        Map<String, DType> result = new LinkedHashMap<>();
        for (DType dtype : values()) {
            result.put(dtype.text, dtype);
            for (String alias : dtype.aliases.split(" ", -1)) {
                if (!alias.isEmpty()) {
                    result.put(alias, dtype);
                }
            }
        }
        return Collections.unmodifiableMap(result);
    }
}
