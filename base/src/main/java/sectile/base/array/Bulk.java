package sectile.base.array;

import java.lang.foreign.MemorySegment;

/// Conversions of many elements that lie side by side. Each gives the result of [Codec] for one element. Positions and
/// counts are elements.
public final class Bulk {
    private static final int RUN = RunCodec.RUN;

    private Bulk() {}

    /// Converts elements of one memory to elements of another; the two must not overlap.
    public static void convert(
            DType from, MemorySegment source, long at, DType to, MemorySegment target, long toAt, long count) {
        int size = (int) Math.min(RUN, count);
        var reader = new RunCodec(from, size);
        var writer = new RunCodec(to, size);
        // What is in between must hold every value of the source exactly, for the target is to round once.
        boolean inFloat = from.isFloat() && to.isFloat() && from != DType.F64 && to != DType.F64;
        float[] floats = new float[inFloat ? size : 0];
        double[] doubles = new double[!inFloat && (from.isFloat() || to.isFloat()) ? size : 0];
        long[] longs = new long[from.isFloat() && to.isFloat() ? 0 : size];
        for (long done = 0; done < count; done += size) {
            int n = (int) Math.min(size, count - done);
            if (inFloat) {
                reader.read(source, at + done, floats, n);
                writer.write(floats, target, toAt + done, n);
                continue;
            }
            if (from.isFloat()) {
                reader.read(source, at + done, doubles, n);
            } else {
                reader.read(source, at + done, longs, n);
            }
            if (from.isFloat() && !to.isFloat()) {
                Codec.toIntegers(to, doubles, longs, n);
            } else if (to.isFloat() && !from.isFloat()) {
                Codec.toOdd(from, to, longs, doubles, n);
            }
            if (to.isFloat()) {
                writer.write(doubles, target, toAt + done, n);
            } else {
                writer.write(longs, target, toAt + done, n);
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
        long block = Math.min(RUN, count);
        for (long i = 0; i < block; i++) {
            Memory.setBits(dtype, target, at + i, bits);
        }
        for (long done = block; done < count; done += block) {
            long length = Math.min(block, count - done);
            MemorySegment.copy(target, at * bytes, target, (at + done) * bytes, length * bytes);
        }
    }

    /// Reads elements as floats; types wider than a float are rounded.
    static void toFloats(DType from, MemorySegment source, long at, float[] values) {
        if (from == DType.F32) {
            new RunCodec(from, 0).read(source, at, values, values.length);
        } else {
            convert(from, source, at, DType.F32, MemorySegment.ofArray(values), 0, values.length);
        }
    }

    /// Reads elements as doubles; i64 and u64 beyond 2^53 are rounded.
    static void toDoubles(DType from, MemorySegment source, long at, double[] values) {
        if (from == DType.F64) {
            new RunCodec(from, 0).read(source, at, values, values.length);
        } else {
            convert(from, source, at, DType.F64, MemorySegment.ofArray(values), 0, values.length);
        }
    }

    static void ofDoubles(double[] values, DType to, MemorySegment target) {
        if (to == DType.F64) {
            MemorySegment.copy(values, 0, target, Memory.DOUBLE, 0, values.length);
        } else {
            convert(DType.F64, MemorySegment.ofArray(values), 0, to, target, 0, values.length);
        }
    }

    /// Reads elements as longs; floats are rounded, u64 keeps its bits.
    static void toLongs(DType from, MemorySegment source, long at, long[] values) {
        if (from == DType.I64 || from == DType.U64) {
            new RunCodec(from, 0).read(source, at, values, values.length);
        } else {
            convert(from, source, at, DType.I64, MemorySegment.ofArray(values), 0, values.length);
        }
    }
}
