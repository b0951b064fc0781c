package sectile.base.array;

import static sectile.base.array.Memory.BYTE;
import static sectile.base.array.Memory.DOUBLE;
import static sectile.base.array.Memory.FLOAT;
import static sectile.base.array.Memory.INT;
import static sectile.base.array.Memory.LONG;
import static sectile.base.array.Memory.SHORT;

import java.lang.foreign.MemorySegment;

/// Turns runs of elements of one type between memory and Java numbers, by the rules of [Codec].
///
/// Segments come in many kinds (heap arrays of each type, native, read-only), which makes single accesses slow in
/// shared code. So operations work run by run: elements travel in bulk, the numbers stay in the first-level cache, and
/// each loop sees plain arrays from index 0, which is what the JIT compiler vectorises. A codec owns the scratch space
/// of one operand. Positions are elements from the start of a segment.
public final class RunCodec {
    /// Elements per run; even, so that a run of four-bit elements that starts on a byte ends on one.
    public static final int RUN = 1024;

    private final DType dtype;
    private final byte[] bytes;
    private final short[] shorts;
    private final int[] ints;
    private final float[] floats;

    /// A codec for runs of up to `capacity` elements.
    public RunCodec(DType dtype, int capacity) {
        this.dtype = dtype;
        bytes = new byte[dtype.bits() == 8 ? capacity : dtype.isSubByte() ? capacity / 2 + 1 : 0];
        shorts = new short[dtype.bits() == 16 ? capacity : 0];
        ints = new int[dtype.bits() == 32 && !dtype.isFloat() ? capacity : 0];
        floats = new float[dtype.isFloat() && dtype != DType.F64 ? capacity : 0];
    }

    /// Reads `n` floating-point elements, exactly. The type must be narrower than f64.
    public void read(MemorySegment memory, long first, float[] out, int n) {
        switch (dtype) {
            case F32 -> MemorySegment.copy(memory, FLOAT, 4 * first, out, 0, n);
            case F16 -> {
                MemorySegment.copy(memory, SHORT, 2 * first, shorts, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Float.float16ToFloat(shorts[i]);
                }
            }
            case BF16 -> {
                MemorySegment.copy(memory, SHORT, 2 * first, shorts, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Float.intBitsToFloat(shorts[i] << 16);
                }
            }
            case F8E4M3 -> {
                MemorySegment.copy(memory, BYTE, first, bytes, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp8E4m3ToF32(bytes[i]);
                }
            }
            case F8E5M2 -> {
                MemorySegment.copy(memory, BYTE, first, bytes, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp8E5m2ToF32(bytes[i]);
                }
            }
            case F8E8M0 -> {
                MemorySegment.copy(memory, BYTE, first, bytes, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp8E8m0ToF32(bytes[i]);
                }
            }
            case F4E2M1 -> {
                int shift = readNibbles(memory, first, n);
                for (int i = 0; i < n; i++) {
                    out[i] = Floats.fp4E2m1ToF32(nibble(shift + i));
                }
            }
            case F64, BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> throw misuse("float");
        }
    }

    /// Writes computed values, rounding each once; a NaN becomes the canonical one, in `values` as well.
    public void write(float[] values, MemorySegment memory, long first, int n) {
        canonical(values, n);
        switch (dtype) {
            case F32 -> MemorySegment.copy(values, 0, memory, FLOAT, 4 * first, n);
            case F16 -> {
                for (int i = 0; i < n; i++) {
                    shorts[i] = Float.floatToFloat16(values[i]);
                }
                MemorySegment.copy(shorts, 0, memory, SHORT, 2 * first, n);
            }
            case BF16 -> {
                for (int i = 0; i < n; i++) {
                    int bits = Float.floatToRawIntBits(values[i]);
                    shorts[i] = (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
                }
                MemorySegment.copy(shorts, 0, memory, SHORT, 2 * first, n);
            }
            case F8E4M3, F8E5M2, F8E8M0 -> {
                for (int i = 0; i < n; i++) {
                    bytes[i] = (byte) Codec.ofDouble(dtype, values[i]);
                }
                MemorySegment.copy(bytes, 0, memory, BYTE, first, n);
            }
            case F4E2M1 -> {
                int shift = readNibbles(memory, first, n);
                for (int i = 0; i < n; i++) {
                    putNibble(shift + i, Floats.f64ToFp4E2m1(values[i]));
                }
                writeNibbles(memory, first, n);
            }
            case F64, BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> throw misuse("float");
        }
    }

    /// Reads `n` floating-point elements of any width, exactly.
    public void read(MemorySegment memory, long first, double[] out, int n) {
        if (dtype == DType.F64) {
            MemorySegment.copy(memory, DOUBLE, 8 * first, out, 0, n);
            return;
        }
        read(memory, first, floats, n);
        for (int i = 0; i < n; i++) {
            out[i] = floats[i];
        }
    }

    /// Writes computed values, rounding each once; a NaN becomes the canonical one, in `values` as well.
    public void write(double[] values, MemorySegment memory, long first, int n) {
        switch (dtype) {
            case F64 -> {
                canonical(values, n);
                MemorySegment.copy(values, 0, memory, DOUBLE, 8 * first, n);
            }
            case F32 -> {
                for (int i = 0; i < n; i++) {
                    floats[i] = (float) values[i];
                }
                write(floats, memory, first, n);
            }
            case F16, BF16 -> {
                for (int i = 0; i < n; i++) {
                    shorts[i] = (short) Codec.ofDouble(dtype, values[i]);
                }
                MemorySegment.copy(shorts, 0, memory, SHORT, 2 * first, n);
            }
            case F8E4M3, F8E5M2, F8E8M0 -> {
                for (int i = 0; i < n; i++) {
                    bytes[i] = (byte) Codec.ofDouble(dtype, values[i]);
                }
                MemorySegment.copy(bytes, 0, memory, BYTE, first, n);
            }
            case F4E2M1 -> {
                int shift = readNibbles(memory, first, n);
                for (int i = 0; i < n; i++) {
                    putNibble(shift + i, Floats.f64ToFp4E2m1(values[i]));
                }
                writeNibbles(memory, first, n);
            }
            case BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> throw misuse("double");
        }
    }

    /// Reads `n` integers or bools; u64 keeps its bits.
    public void read(MemorySegment memory, long first, long[] out, int n) {
        switch (dtype) {
            case BOOL -> {
                MemorySegment.copy(memory, BYTE, first, bytes, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = bytes[i] != 0 ? 1 : 0;
                }
            }
            case I4 -> {
                int shift = readNibbles(memory, first, n);
                for (int i = 0; i < n; i++) {
                    out[i] = (long) nibble(shift + i) << 60 >> 60;
                }
            }
            case U4 -> {
                int shift = readNibbles(memory, first, n);
                for (int i = 0; i < n; i++) {
                    out[i] = nibble(shift + i);
                }
            }
            case I8 -> {
                MemorySegment.copy(memory, BYTE, first, bytes, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = bytes[i];
                }
            }
            case U8 -> {
                MemorySegment.copy(memory, BYTE, first, bytes, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = bytes[i] & 0xffL;
                }
            }
            case I16 -> {
                MemorySegment.copy(memory, SHORT, 2 * first, shorts, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = shorts[i];
                }
            }
            case U16 -> {
                MemorySegment.copy(memory, SHORT, 2 * first, shorts, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = shorts[i] & 0xffffL;
                }
            }
            case I32 -> {
                MemorySegment.copy(memory, INT, 4 * first, ints, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = ints[i];
                }
            }
            case U32 -> {
                MemorySegment.copy(memory, INT, 4 * first, ints, 0, n);
                for (int i = 0; i < n; i++) {
                    out[i] = ints[i] & 0xffff_ffffL;
                }
            }
            case I64, U64 -> MemorySegment.copy(memory, LONG, 8 * first, out, 0, n);
            case F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> throw misuse("long");
        }
    }

    /// Writes the low bits of each value; for bools whether it is not zero.
    public void write(long[] values, MemorySegment memory, long first, int n) {
        switch (dtype) {
            case BOOL -> {
                for (int i = 0; i < n; i++) {
                    bytes[i] = (byte) (values[i] != 0 ? 1 : 0);
                }
                MemorySegment.copy(bytes, 0, memory, BYTE, first, n);
            }
            case I4, U4 -> {
                int shift = readNibbles(memory, first, n);
                for (int i = 0; i < n; i++) {
                    putNibble(shift + i, (int) values[i]);
                }
                writeNibbles(memory, first, n);
            }
            case I8, U8 -> {
                for (int i = 0; i < n; i++) {
                    bytes[i] = (byte) values[i];
                }
                MemorySegment.copy(bytes, 0, memory, BYTE, first, n);
            }
            case I16, U16 -> {
                for (int i = 0; i < n; i++) {
                    shorts[i] = (short) values[i];
                }
                MemorySegment.copy(shorts, 0, memory, SHORT, 2 * first, n);
            }
            case I32, U32 -> {
                for (int i = 0; i < n; i++) {
                    ints[i] = (int) values[i];
                }
                MemorySegment.copy(ints, 0, memory, INT, 4 * first, n);
            }
            case I64, U64 -> MemorySegment.copy(values, 0, memory, LONG, 8 * first, n);
            case F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> throw misuse("long");
        }
    }

    /// Replaces every NaN by the canonical one. Most runs have none, which the first loop finds out in vector code.
    public static void canonical(float[] values, int n) {
        int largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & 0x7fff_ffff);
        }
        if (largest > 0x7f80_0000) {
            for (int i = 0; i < n; i++) {
                values[i] = Float.isNaN(values[i]) ? Float.NaN : values[i];
            }
        }
    }

    private static void canonical(double[] values, int n) {
        for (int i = 0; i < n; i++) {
            if (Double.isNaN(values[i])) {
                values[i] = Double.NaN;
            }
        }
    }

    /// Copies the bytes of four-bit elements and returns where the first one is among them.
    private int readNibbles(MemorySegment memory, long first, int n) {
        MemorySegment.copy(memory, BYTE, first >> 1, bytes, 0, nibbleBytes(first, n));
        return (int) (first & 1);
    }

    private void writeNibbles(MemorySegment memory, long first, int n) {
        MemorySegment.copy(bytes, 0, memory, BYTE, first >> 1, nibbleBytes(first, n));
    }

    private static int nibbleBytes(long first, int n) {
        return (int) (((first & 1) + n + 1) >> 1);
    }

    private int nibble(int at) {
        return (bytes[at >> 1] >> ((at & 1) * 4)) & 15;
    }

    private void putNibble(int at, int value) {
        int shift = (at & 1) * 4;
        bytes[at >> 1] = (byte) ((bytes[at >> 1] & ~(15 << shift)) | ((value & 15) << shift));
    }

    private IllegalStateException misuse(String java) {
        return new IllegalStateException(dtype.text() + " is not computed in " + java);
    }
}
