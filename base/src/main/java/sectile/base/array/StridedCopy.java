package sectile.base.array;

import java.lang.foreign.MemorySegment;

/// Copies elements between two layouts of one shape and type, run by run along the last axis.
final class StridedCopy {
    private final DType dtype;
    private final MemorySegment source;
    private final Layout from;
    private final MemorySegment target;
    private final Layout to;

    private StridedCopy(DType dtype, MemorySegment source, Layout from, MemorySegment target, Layout to) {
        this.dtype = dtype;
        this.source = source;
        this.from = from;
        this.target = target;
        this.to = to;
    }

    /// Copies everything; the two must not share memory.
    static void copy(DType dtype, MemorySegment source, Layout from, MemorySegment target, Layout to) {
        var copy = new StridedCopy(dtype, source, from, target, to);
        if (from.shape().elements() == 0) {
            return;
        }
        if (from.isContiguous() && to.isContiguous()) {
            copy.run(from.offset(), 1, to.offset(), 1, from.shape().elements());
        } else {
            copy.axis(0, from.offset(), to.offset());
        }
    }

    private void axis(int axis, long fromElement, long toElement) {
        long count = from.shape().dim(axis);
        long fromStride = from.stride(axis);
        long toStride = to.stride(axis);
        if (axis == from.rank() - 1) {
            run(fromElement, fromStride, toElement, toStride, count);
            return;
        }
        for (long i = 0; i < count; i++) {
            axis(axis + 1, fromElement + i * fromStride, toElement + i * toStride);
        }
    }

    private void run(long at, long stride, long toAt, long toStride, long count) {
        int bytes = dtype.bits() / 8;
        if (stride == 1 && toStride == 1 && bytes > 0) {
            MemorySegment.copy(source, at * bytes, target, toAt * bytes, count * bytes);
            return;
        }
        for (long i = 0; i < count; i++) {
            Memory.setBits(dtype, target, toAt + i * toStride, Memory.bits(dtype, source, at + i * stride));
        }
    }
}
