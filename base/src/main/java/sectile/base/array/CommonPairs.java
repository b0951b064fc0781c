package sectile.base.array;

import static sectile.base.array.Memory.DOUBLE;
import static sectile.base.array.Memory.FLOAT;
import static sectile.base.array.Memory.INT;

import java.lang.foreign.MemorySegment;

/// The conversions that programs do all the time and that one Java cast expresses: such loops become vector code,
/// several times faster than [Bulk]'s general way.
final class CommonPairs {
    private static final int CHUNK = 1024;

    private CommonPairs() {}

    /// Converts, or says that the pair is not a common one.
    static boolean convert(
            DType from, MemorySegment source, long at, DType to, MemorySegment target, long toAt, long count) {
        boolean known = (from == DType.F32 && (to == DType.I32 || to == DType.F64))
                || (from == DType.I32 && to == DType.F32)
                || (from == DType.F64 && to == DType.F32);
        if (!known) {
            return false;
        }
        int size = (int) Math.min(CHUNK, count);
        float[] floats = new float[size];
        int[] ints = new int[from == DType.I32 || to == DType.I32 ? size : 0];
        double[] doubles = new double[from == DType.F64 || to == DType.F64 ? size : 0];
        for (long done = 0; done < count; done += CHUNK) {
            int length = (int) Math.min(CHUNK, count - done);
            long here = at + done;
            long there = toAt + done;
            if (from == DType.I32) {
                MemorySegment.copy(source, INT, here * 4, ints, 0, length);
                for (int i = 0; i < length; i++) {
                    floats[i] = ints[i];
                }
                MemorySegment.copy(floats, 0, target, FLOAT, there * 4, length);
            } else if (from == DType.F64) {
                MemorySegment.copy(source, DOUBLE, here * 8, doubles, 0, length);
                for (int i = 0; i < length; i++) {
                    floats[i] = (float) doubles[i];
                }
                MemorySegment.copy(floats, 0, target, FLOAT, there * 4, length);
            } else if (to == DType.I32) {
                MemorySegment.copy(source, FLOAT, here * 4, floats, 0, length);
                for (int i = 0; i < length; i++) {
                    ints[i] = (int) floats[i];
                }
                MemorySegment.copy(ints, 0, target, INT, there * 4, length);
            } else {
                MemorySegment.copy(source, FLOAT, here * 4, floats, 0, length);
                for (int i = 0; i < length; i++) {
                    doubles[i] = floats[i];
                }
                MemorySegment.copy(doubles, 0, target, DOUBLE, there * 8, length);
            }
        }
        return true;
    }
}
