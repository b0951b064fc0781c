package sectile.base.array;

import static sectile.base.array.Memory.BYTE;
import static sectile.base.array.Memory.DOUBLE;
import static sectile.base.array.Memory.FLOAT;
import static sectile.base.array.Memory.INT;
import static sectile.base.array.Memory.LONG;
import static sectile.base.array.Memory.SHORT;

import java.lang.foreign.MemorySegment;

/// Conversions of many elements that stand side by side. Each says the same as [Codec] says for one element.
///
/// Segments come in many kinds (heap arrays of each type, native, read-only), which makes single accesses slow in
/// shared code. So elements travel in chunks through Java arrays, whose loops the JVM turns into vector code where
/// it can. Positions and counts are elements.
final class Bulk {
    /// Elements per step: the arrays in between stay in the first-level cache.
    private static final int CHUNK = 1024;

    private Bulk() {}

    /// Converts elements of one memory to elements of another; the two must not overlap.
    static void convert(
            DType from, MemorySegment source, long at, DType to, MemorySegment target, long toAt, long count) {
        int size = (int) Math.min(CHUNK, count);
        if (CommonPairs.convert(from, source, at, to, target, toAt, count)) {
            return;
        }
        // What is in between must hold every value of the source exactly, for the target is to round once.
        switch (from) {
            case F16, BF16, F32, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> {
                float[] values = new float[size];
                for (long done = 0; done < count; done += CHUNK) {
                    int length = (int) Math.min(CHUNK, count - done);
                    toFloats(from, source, at + done, values, 0, length);
                    ofFloats(values, 0, to, target, toAt + done, length);
                }
            }
            case F64 -> {
                double[] values = new double[size];
                for (long done = 0; done < count; done += CHUNK) {
                    int length = (int) Math.min(CHUNK, count - done);
                    toDoubles(from, source, at + done, values, 0, length);
                    ofDoubles(values, 0, to, target, toAt + done, length);
                }
            }
            case U64 -> {
                long[] bits = new long[size];
                for (long done = 0; done < count; done += CHUNK) {
                    int length = (int) Math.min(CHUNK, count - done);
                    readBits(from, source, at + done, bits, length);
                    for (int i = 0; i < length; i++) {
                        bits[i] = Codec.ofUnsignedLong(to, bits[i]);
                    }
                    writeBits(to, target, toAt + done, bits, length);
                }
            }
            case BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32 -> {
                long[] values = new long[size];
                for (long done = 0; done < count; done += CHUNK) {
                    int length = (int) Math.min(CHUNK, count - done);
                    toLongs(from, source, at + done, values, 0, length);
                    ofLongs(values, 0, to, target, toAt + done, length);
                }
            }
        }
    }

    /// Writes the same bits to many elements.
    static void fill(DType dtype, MemorySegment target, long at, long count, long bits) {
        if (dtype.isSubByte()) {
            for (long i = 0; i < count; i++) {
                Memory.setBits(dtype, target, at + i, bits);
            }
            return;
        }
        int bytes = dtype.bits() / 8;
        long block = Math.min(CHUNK, count);
        for (long i = 0; i < block; i++) {
            Memory.setBits(dtype, target, at + i, bits);
        }
        for (long done = block; done < count; done += block) {
            long length = Math.min(block, count - done);
            MemorySegment.copy(target, at * bytes, target, (at + done) * bytes, length * bytes);
        }
    }

    /// Reads elements as floats; types wider than a float are rounded.
    static void toFloats(DType from, MemorySegment source, long at, float[] values, int first, int count) {
        if (from == DType.F32) {
            MemorySegment.copy(source, FLOAT, at * 4, values, first, count);
            return;
        }
        boolean half = from == DType.F16 || from == DType.BF16;
        short[] raw = new short[half ? Math.min(CHUNK, count) : 0];
        long[] bits = new long[half ? 0 : Math.min(CHUNK, count)];
        for (int done = 0; done < count; done += CHUNK) {
            int length = Math.min(CHUNK, count - done);
            int start = first + done;
            if (half) {
                MemorySegment.copy(source, SHORT, (at + done) * 2, raw, 0, length);
                widen(from, raw, values, start, length);
            } else {
                readBits(from, source, at + done, bits, length);
                for (int i = 0; i < length; i++) {
                    values[start + i] = Float.intBitsToFloat((int) Codec.convert(from, DType.F32, bits[i]));
                }
            }
        }
    }

    static void ofFloats(float[] values, int first, DType to, MemorySegment target, long at, int count) {
        if (to == DType.F32) {
            MemorySegment.copy(values, first, target, FLOAT, at * 4, count);
            return;
        }
        boolean half = to == DType.F16 || to == DType.BF16;
        short[] raw = new short[half ? Math.min(CHUNK, count) : 0];
        long[] bits = new long[half ? 0 : Math.min(CHUNK, count)];
        for (int done = 0; done < count; done += CHUNK) {
            int length = Math.min(CHUNK, count - done);
            int start = first + done;
            if (half) {
                narrow(to, values, start, raw, length);
                MemorySegment.copy(raw, 0, target, SHORT, (at + done) * 2, length);
            } else {
                for (int i = 0; i < length; i++) {
                    bits[i] = Codec.ofDouble(to, values[start + i]);
                }
                writeBits(to, target, at + done, bits, length);
            }
        }
    }

    /// Reads elements as doubles; i64 and u64 beyond 2^53 are rounded.
    static void toDoubles(DType from, MemorySegment source, long at, double[] values, int first, int count) {
        if (from == DType.F64) {
            MemorySegment.copy(source, DOUBLE, at * 8, values, first, count);
            return;
        }
        long[] bits = new long[Math.min(CHUNK, count)];
        for (int done = 0; done < count; done += CHUNK) {
            int length = Math.min(CHUNK, count - done);
            readBits(from, source, at + done, bits, length);
            for (int i = 0; i < length; i++) {
                values[first + done + i] = Codec.toDouble(from, bits[i]);
            }
        }
    }

    static void ofDoubles(double[] values, int first, DType to, MemorySegment target, long at, int count) {
        if (to == DType.F64) {
            MemorySegment.copy(values, first, target, DOUBLE, at * 8, count);
            return;
        }
        long[] bits = new long[Math.min(CHUNK, count)];
        for (int done = 0; done < count; done += CHUNK) {
            int length = Math.min(CHUNK, count - done);
            for (int i = 0; i < length; i++) {
                bits[i] = Codec.ofDouble(to, values[first + done + i]);
            }
            writeBits(to, target, at + done, bits, length);
        }
    }

    /// Reads elements as longs; floats are cut towards zero.
    static void toLongs(DType from, MemorySegment source, long at, long[] values, int first, int count) {
        if (from.bits() == 64 && from.isInteger()) {
            MemorySegment.copy(source, LONG, at * 8, values, first, count);
            return;
        }
        long[] bits = new long[Math.min(CHUNK, count)];
        for (int done = 0; done < count; done += CHUNK) {
            int length = Math.min(CHUNK, count - done);
            readBits(from, source, at + done, bits, length);
            for (int i = 0; i < length; i++) {
                values[first + done + i] = Codec.toLong(from, bits[i]);
            }
        }
    }

    static void ofLongs(long[] values, int first, DType to, MemorySegment target, long at, int count) {
        if (to.bits() == 64 && to.isInteger()) {
            MemorySegment.copy(values, first, target, LONG, at * 8, count);
            return;
        }
        long[] bits = new long[Math.min(CHUNK, count)];
        for (int done = 0; done < count; done += CHUNK) {
            int length = Math.min(CHUNK, count - done);
            for (int i = 0; i < length; i++) {
                bits[i] = Codec.ofLong(to, values[first + done + i]);
            }
            writeBits(to, target, at + done, bits, length);
        }
    }

    private static void widen(DType from, short[] raw, float[] values, int start, int length) {
        if (from == DType.F16) {
            for (int i = 0; i < length; i++) {
                values[start + i] = Float.float16ToFloat(raw[i]);
            }
        } else {
            for (int i = 0; i < length; i++) {
                values[start + i] = Floats.bf16ToF32(raw[i]);
            }
        }
    }

    private static void narrow(DType to, float[] values, int start, short[] raw, int length) {
        if (to == DType.F16) {
            for (int i = 0; i < length; i++) {
                raw[i] = Float.floatToFloat16(values[start + i]);
            }
        } else {
            for (int i = 0; i < length; i++) {
                raw[i] = Floats.f32ToBf16(values[start + i]);
            }
        }
    }

    /// Reads the bits of at most a chunk of elements.
    private static void readBits(DType dtype, MemorySegment source, long at, long[] bits, int count) {
        switch (dtype.bits()) {
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    bits[i] = Memory.bits(dtype, source, at + i);
                }
            }
            case 8 -> {
                byte[] raw = new byte[count];
                MemorySegment.copy(source, BYTE, at, raw, 0, count);
                for (int i = 0; i < count; i++) {
                    bits[i] = raw[i] & 0xffL;
                }
            }
            case 16 -> {
                short[] raw = new short[count];
                MemorySegment.copy(source, SHORT, at * 2, raw, 0, count);
                for (int i = 0; i < count; i++) {
                    bits[i] = raw[i] & 0xffffL;
                }
            }
            case 32 -> {
                int[] raw = new int[count];
                MemorySegment.copy(source, INT, at * 4, raw, 0, count);
                for (int i = 0; i < count; i++) {
                    bits[i] = raw[i] & 0xffffffffL;
                }
            }
            case 64 -> MemorySegment.copy(source, LONG, at * 8, bits, 0, count);
            default -> throw new IllegalStateException("no element has " + dtype.bits() + " bits");
        }
    }

    private static void writeBits(DType dtype, MemorySegment target, long at, long[] bits, int count) {
        switch (dtype.bits()) {
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    Memory.setBits(dtype, target, at + i, bits[i]);
                }
            }
            case 8 -> {
                byte[] raw = new byte[count];
                for (int i = 0; i < count; i++) {
                    raw[i] = (byte) bits[i];
                }
                MemorySegment.copy(raw, 0, target, BYTE, at, count);
            }
            case 16 -> {
                short[] raw = new short[count];
                for (int i = 0; i < count; i++) {
                    raw[i] = (short) bits[i];
                }
                MemorySegment.copy(raw, 0, target, SHORT, at * 2, count);
            }
            case 32 -> {
                int[] raw = new int[count];
                for (int i = 0; i < count; i++) {
                    raw[i] = (int) bits[i];
                }
                MemorySegment.copy(raw, 0, target, INT, at * 4, count);
            }
            case 64 -> MemorySegment.copy(bits, 0, target, LONG, at * 8, count);
            default -> throw new IllegalStateException("no element has " + dtype.bits() + " bits");
        }
    }
}
