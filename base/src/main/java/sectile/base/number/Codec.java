package sectile.base.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import sectile.base.array.DType;
import sectile.base.array.Floats;

/// Turns runs of elements of one dtype between their bytes and Java numbers.
///
/// Operations work run by run, so that the numbers stay in the first-level cache and each loop sees plain arrays from
/// index 0, which is what the JIT compiler vectorises. A codec owns the scratch space of one operand.
final class Codec {
    /// Elements per run; even, so that a run of four-bit elements starts on a byte.
    static final int RUN = 1024;

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private final DType dtype;
    private final short[] shorts;
    private final int[] ints;
    private final float[] floats;

    /// A codec for runs of up to `capacity` elements.
    Codec(DType dtype, int capacity) {
        this.dtype = dtype;
        shorts = new short[dtype.bits() == 16 ? capacity : 0];
        ints = new int[dtype.bits() == 32 && !dtype.isFloat() ? capacity : 0];
        floats = new float[dtype.isFloat() && dtype != DType.F64 ? capacity : 0];
    }

    /// Reads `n` floating-point elements from element `first` on. The dtype must be narrower than f64.
    void decode(byte[] bytes, int first, float[] out, int n) {
        switch (dtype) {
            case F32 -> MemorySegment.copy(MemorySegment.ofArray(bytes), FLOAT, 4L * first, out, 0, n);
            case F16 -> {
                copyShorts(bytes, first, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Float.float16ToFloat(shorts[i]);
                }
            }
            case BF16 -> {
                copyShorts(bytes, first, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Float.intBitsToFloat(shorts[i] << 16);
                }
            }
            case F8E4M3 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp8E4m3ToF32(bytes[first + i]);
                }
            }
            case F8E5M2 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp8E5m2ToF32(bytes[first + i]);
                }
            }
            case F8E8M0 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp8E8m0ToF32(bytes[first + i]);
                }
            }
            case F4E2M1 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp4E2m1ToF32(nibble(bytes, first + i));
                }
            }
            case F64, BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> throw misuse("float");
        }
    }

    /// Writes computed values, rounding each once; a NaN becomes the canonical one.
    void encode(float[] values, byte[] bytes, int first, int n) {
        for (int i = 0; i < n; i++) {
            if (Float.isNaN(values[i])) {
                values[i] = Float.NaN;
            }
        }
        switch (dtype) {
            case F32 -> MemorySegment.copy(values, 0, MemorySegment.ofArray(bytes), FLOAT, 4L * first, n);
            case F16 -> {
                for (int i = 0; i < n; i++) {
                    shorts[i] = Float.floatToFloat16(values[i]);
                }
                MemorySegment.copy(shorts, 0, MemorySegment.ofArray(bytes), SHORT, 2L * first, n);
            }
            case BF16 -> {
                for (int i = 0; i < n; i++) {
                    int bits = Float.floatToRawIntBits(values[i]);
                    shorts[i] = (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
                }
                MemorySegment.copy(shorts, 0, MemorySegment.ofArray(bytes), SHORT, 2L * first, n);
            }
            case F8E4M3 -> {
                for (int i = 0; i < n; i++) {
                    bytes[first + i] = Floats.f64ToFp8E4m3(values[i]);
                }
            }
            case F8E5M2 -> {
                for (int i = 0; i < n; i++) {
                    bytes[first + i] = Floats.f64ToFp8E5m2(values[i]);
                }
            }
            case F8E8M0 -> {
                for (int i = 0; i < n; i++) {
                    bytes[first + i] = Floats.f64ToFp8E8m0(values[i]);
                }
            }
            case F4E2M1 -> {
                for (int i = 0; i < n; i++) {
                    putNibble(bytes, first + i, Floats.f64ToFp4E2m1(values[i]));
                }
            }
            case F64, BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> throw misuse("float");
        }
    }

    /// Reads `n` floating-point elements of any width, exactly.
    void decode(byte[] bytes, int first, double[] out, int n) {
        if (dtype == DType.F64) {
            MemorySegment.copy(MemorySegment.ofArray(bytes), DOUBLE, 8L * first, out, 0, n);
            return;
        }
        decode(bytes, first, floats, n);
        for (int i = 0; i < n; i++) {
            out[i] = floats[i];
        }
    }

    /// Writes computed values, rounding each once; a NaN becomes the canonical one.
    void encode(double[] values, byte[] bytes, int first, int n) {
        switch (dtype) {
            case F64 -> {
                for (int i = 0; i < n; i++) {
                    if (Double.isNaN(values[i])) {
                        values[i] = Double.NaN;
                    }
                }
                MemorySegment.copy(values, 0, MemorySegment.ofArray(bytes), DOUBLE, 8L * first, n);
            }
            case F32 -> {
                for (int i = 0; i < n; i++) {
                    floats[i] = (float) values[i];
                }
                encode(floats, bytes, first, n);
            }
            case F16, BF16, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> {
                for (int i = 0; i < n; i++) {
                    floats[i] = RoundToOdd.toOdd(values[i]);
                }
                encode(floats, bytes, first, n);
            }
            case BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> throw misuse("double");
        }
    }

    /// Reads `n` integers or bools (0 or 1); u64 keeps its bits.
    void decode(byte[] bytes, int first, long[] out, int n) {
        switch (dtype) {
            case BOOL -> {
                for (int i = 0; i < n; i++) {
                    out[i] = bytes[first + i] != 0 ? 1 : 0;
                }
            }
            case I4 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = (long) nibble(bytes, first + i) << 60 >> 60;
                }
            }
            case U4 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = nibble(bytes, first + i);
                }
            }
            case I8 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = bytes[first + i];
                }
            }
            case U8 -> {
                for (int i = 0; i < n; i++) {
                    out[i] = bytes[first + i] & 0xffL;
                }
            }
            case I16 -> {
                copyShorts(bytes, first, n);
                for (int i = 0; i < n; i++) {
                    out[i] = shorts[i];
                }
            }
            case U16 -> {
                copyShorts(bytes, first, n);
                for (int i = 0; i < n; i++) {
                    out[i] = shorts[i] & 0xffffL;
                }
            }
            case I32 -> {
                MemorySegment.copy(MemorySegment.ofArray(bytes), INT, 4L * first, ints, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = ints[i];
                }
            }
            case U32 -> {
                MemorySegment.copy(MemorySegment.ofArray(bytes), INT, 4L * first, ints, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = ints[i] & 0xffff_ffffL;
                }
            }
            case I64, U64 -> MemorySegment.copy(MemorySegment.ofArray(bytes), LONG, 8L * first, out, 0, n);
            case F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> throw misuse("long");
        }
    }

    /// Writes the low bits of each value; for bools whether it is not zero.
    void encode(long[] values, byte[] bytes, int first, int n) {
        switch (dtype) {
            case BOOL -> {
                for (int i = 0; i < n; i++) {
                    bytes[first + i] = (byte) (values[i] != 0 ? 1 : 0);
                }
            }
            case I4, U4 -> {
                for (int i = 0; i < n; i++) {
                    putNibble(bytes, first + i, (int) values[i]);
                }
            }
            case I8, U8 -> {
                for (int i = 0; i < n; i++) {
                    bytes[first + i] = (byte) values[i];
                }
            }
            case I16, U16 -> {
                for (int i = 0; i < n; i++) {
                    shorts[i] = (short) values[i];
                }
                MemorySegment.copy(shorts, 0, MemorySegment.ofArray(bytes), SHORT, 2L * first, n);
            }
            case I32, U32 -> {
                for (int i = 0; i < n; i++) {
                    ints[i] = (int) values[i];
                }
                MemorySegment.copy(ints, 0, MemorySegment.ofArray(bytes), INT, 4L * first, n);
            }
            case I64, U64 -> MemorySegment.copy(values, 0, MemorySegment.ofArray(bytes), LONG, 8L * first, n);
            case F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> throw misuse("long");
        }
    }

    static int nibble(byte[] bytes, int element) {
        return (bytes[element >> 1] >> ((element & 1) * 4)) & 15;
    }

    static void putNibble(byte[] bytes, int element, int value) {
        int shift = (element & 1) * 4;
        bytes[element >> 1] = (byte) ((bytes[element >> 1] & ~(15 << shift)) | ((value & 15) << shift));
    }

    private void copyShorts(byte[] bytes, int first, int n) {
        MemorySegment.copy(MemorySegment.ofArray(bytes), SHORT, 2L * first, shorts, 0, n);
    }

    private IllegalStateException misuse(String java) {
        return new IllegalStateException(dtype.text() + " is not computed in " + java);
    }
}
