package sectile.base.array;

import static sectile.base.array.Memory.BYTE;
import static sectile.base.array.Memory.DOUBLE;
import static sectile.base.array.Memory.FLOAT;
import static sectile.base.array.Memory.INT;
import static sectile.base.array.Memory.LONG;
import static sectile.base.array.Memory.SHORT;

import java.lang.foreign.MemorySegment;

/// Conversions of many elements that stand side by side. Each says the same as [Codec] says for one element,
/// with loops over Java arrays that the JVM turns into vector code. Positions and counts are elements.
final class Bulk {
    /// Elements per step: the arrays in between stay in the first-level cache.
    private static final int CHUNK = 1024;

    private Bulk() {}

    /// Converts elements of one memory to elements of another; the two must not overlap.
    static void convert(
            DType from, MemorySegment source, long at, DType to, MemorySegment target, long toAt, long count) {
        if (from == to && !from.isSubByte()) {
            int bytes = from.bits() / 8;
            MemorySegment.copy(source, at * bytes, target, toAt * bytes, count * bytes);
            return;
        }
        // The step in between must hold every value of the source exactly, for the target is to round once.
        switch (from) {
            case F64 -> throughDoubles(from, source, at, to, target, toAt, count);
            case BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> {
                if (to == DType.F32 && from.bits() <= 16) {
                    throughFloats(from, source, at, to, target, toAt, count);
                } else {
                    throughLongs(from, source, at, to, target, toAt, count);
                }
            }
            case F16, BF16, F32, F8E4M3, F8E5M2, F8E8M0, F4E2M1 ->
                throughFloats(from, source, at, to, target, toAt, count);
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

    private static void throughFloats(
            DType from, MemorySegment source, long at, DType to, MemorySegment target, long toAt, long count) {
        float[] values = new float[(int) Math.min(CHUNK, count)];
        for (long done = 0; done < count; done += CHUNK) {
            int length = (int) Math.min(CHUNK, count - done);
            toFloats(from, source, at + done, values, 0, length);
            ofFloats(values, 0, to, target, toAt + done, length);
        }
    }

    private static void throughDoubles(
            DType from, MemorySegment source, long at, DType to, MemorySegment target, long toAt, long count) {
        double[] values = new double[(int) Math.min(CHUNK, count)];
        for (long done = 0; done < count; done += CHUNK) {
            int length = (int) Math.min(CHUNK, count - done);
            toDoubles(from, source, at + done, values, 0, length);
            ofDoubles(values, 0, to, target, toAt + done, length);
        }
    }

    private static void throughLongs(
            DType from, MemorySegment source, long at, DType to, MemorySegment target, long toAt, long count) {
        long[] values = new long[(int) Math.min(CHUNK, count)];
        for (long done = 0; done < count; done += CHUNK) {
            int length = (int) Math.min(CHUNK, count - done);
            toLongs(from, source, at + done, values, 0, length);
            if (from == DType.U64) {
                for (int i = 0; i < length; i++) {
                    Memory.setBits(to, target, toAt + done + i, Codec.ofUnsignedLong(to, values[i]));
                }
            } else {
                ofLongs(values, 0, to, target, toAt + done, length);
            }
        }
    }

    /// Reads elements as floats; types wider than a float are rounded.
    static void toFloats(DType from, MemorySegment source, long at, float[] values, int first, int count) {
        switch (from) {
            case F32 -> MemorySegment.copy(source, FLOAT, at * 4, values, first, count);
            case F16 -> {
                short[] raw = new short[Math.min(CHUNK, count)];
                for (int done = 0; done < count; done += CHUNK) {
                    int length = Math.min(CHUNK, count - done);
                    MemorySegment.copy(source, SHORT, (at + done) * 2, raw, 0, length);
                    for (int i = 0; i < length; i++) {
                        values[first + done + i] = Float.float16ToFloat(raw[i]);
                    }
                }
            }
            case BF16 -> {
                short[] raw = new short[Math.min(CHUNK, count)];
                for (int done = 0; done < count; done += CHUNK) {
                    int length = Math.min(CHUNK, count - done);
                    MemorySegment.copy(source, SHORT, (at + done) * 2, raw, 0, length);
                    for (int i = 0; i < length; i++) {
                        values[first + done + i] = Float.intBitsToFloat(raw[i] << 16);
                    }
                }
            }
            case I8 -> {
                byte[] raw = new byte[Math.min(CHUNK, count)];
                for (int done = 0; done < count; done += CHUNK) {
                    int length = Math.min(CHUNK, count - done);
                    MemorySegment.copy(source, BYTE, at + done, raw, 0, length);
                    for (int i = 0; i < length; i++) {
                        values[first + done + i] = raw[i];
                    }
                }
            }
            case BOOL, I4, I16, I32, I64, U4, U8, U16, U32, U64, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> {
                for (int i = 0; i < count; i++) {
                    long bits = Codec.convert(from, DType.F32, Memory.bits(from, source, at + i));
                    values[first + i] = Float.intBitsToFloat((int) bits);
                }
            }
        }
    }

    static void ofFloats(float[] values, int first, DType to, MemorySegment target, long at, int count) {
        switch (to) {
            case F32 -> MemorySegment.copy(values, first, target, FLOAT, at * 4, count);
            case F16 -> {
                short[] raw = new short[Math.min(CHUNK, count)];
                for (int done = 0; done < count; done += CHUNK) {
                    int length = Math.min(CHUNK, count - done);
                    for (int i = 0; i < length; i++) {
                        raw[i] = Float.floatToFloat16(values[first + done + i]);
                    }
                    MemorySegment.copy(raw, 0, target, SHORT, (at + done) * 2, length);
                }
            }
            case BF16 -> {
                short[] raw = new short[Math.min(CHUNK, count)];
                for (int done = 0; done < count; done += CHUNK) {
                    int length = Math.min(CHUNK, count - done);
                    for (int i = 0; i < length; i++) {
                        raw[i] = Floats.f32ToBf16(values[first + done + i]);
                    }
                    MemorySegment.copy(raw, 0, target, SHORT, (at + done) * 2, length);
                }
            }
            case I32 -> {
                for (int i = 0; i < count; i++) {
                    target.set(INT, (at + i) * 4, (int) values[first + i]);
                }
            }
            case BOOL, I4, I8, I16, I64, U4, U8, U16, U32, U64, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> {
                for (int i = 0; i < count; i++) {
                    Memory.setBits(to, target, at + i, Codec.ofDouble(to, values[first + i]));
                }
            }
        }
    }

    /// Reads elements as doubles; i64 and u64 beyond 2^53 are rounded.
    static void toDoubles(DType from, MemorySegment source, long at, double[] values, int first, int count) {
        if (from == DType.F64) {
            MemorySegment.copy(source, DOUBLE, at * 8, values, first, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            values[first + i] = Codec.toDouble(from, Memory.bits(from, source, at + i));
        }
    }

    static void ofDoubles(double[] values, int first, DType to, MemorySegment target, long at, int count) {
        switch (to) {
            case F64 -> MemorySegment.copy(values, first, target, DOUBLE, at * 8, count);
            case F32 -> {
                for (int i = 0; i < count; i++) {
                    target.set(FLOAT, (at + i) * 4, (float) values[first + i]);
                }
            }
            case BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64, F16, BF16, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> {
                for (int i = 0; i < count; i++) {
                    Memory.setBits(to, target, at + i, Codec.ofDouble(to, values[first + i]));
                }
            }
        }
    }

    /// Reads elements as longs; floats are cut towards zero.
    static void toLongs(DType from, MemorySegment source, long at, long[] values, int first, int count) {
        switch (from) {
            case I64, U64 -> MemorySegment.copy(source, LONG, at * 8, values, first, count);
            case I32 -> {
                for (int i = 0; i < count; i++) {
                    values[first + i] = source.get(INT, (at + i) * 4);
                }
            }
            case BOOL, I4, I8, I16, U4, U8, U16, U32, F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> {
                for (int i = 0; i < count; i++) {
                    values[first + i] = Codec.toLong(from, Memory.bits(from, source, at + i));
                }
            }
        }
    }

    static void ofLongs(long[] values, int first, DType to, MemorySegment target, long at, int count) {
        switch (to) {
            case I64, U64 -> MemorySegment.copy(values, first, target, LONG, at * 8, count);
            case I32, U32 -> {
                for (int i = 0; i < count; i++) {
                    target.set(INT, (at + i) * 4, (int) values[first + i]);
                }
            }
            case F32 -> {
                for (int i = 0; i < count; i++) {
                    target.set(FLOAT, (at + i) * 4, (float) values[first + i]);
                }
            }
            case BOOL, I4, I8, I16, U4, U8, U16, F16, BF16, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> {
                for (int i = 0; i < count; i++) {
                    Memory.setBits(to, target, at + i, Codec.ofLong(to, values[first + i]));
                }
            }
        }
    }
}
