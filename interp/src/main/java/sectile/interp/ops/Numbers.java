package sectile.interp.ops;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.limit.OutOfMemory;

/// Arrays as Java arrays and back. Floats of up to 32 bits are calculated as `float`, integers as `long`.
final class Numbers {
    private Numbers() {}

    static boolean isFloat(DType dtype) {
        return dtype.isFloat() && dtype != DType.F64;
    }

    /// The values in row-major order; not to be changed, for they may be the array itself.
    static float[] floats(NdArray array) {
        if (array.dtype() == DType.F32 && array.isContiguous() && array.offset() == 0) {
            Optional<Object> base = array.memory().heapBase();
            if (base.isPresent() && base.get() instanceof float[] values && values.length == array.elements()) {
                return values;
            }
        }
        return array.toFloats();
    }

    static NdArray of(DType dtype, Shape shape, float[] values) {
        NdArray array = NdArray.over(MemorySegment.ofArray(values), DType.F32, shape);
        return dtype == DType.F32 ? array : array.cast(dtype);
    }

    static NdArray of(DType dtype, Shape shape, double[] values) {
        NdArray array = NdArray.over(MemorySegment.ofArray(values), DType.F64, shape);
        return dtype == DType.F64 ? array : array.cast(dtype);
    }

    static NdArray of(DType dtype, Shape shape, long[] values) {
        NdArray array = NdArray.over(MemorySegment.ofArray(values), DType.I64, shape);
        return dtype == DType.I64 ? array : array.cast(dtype);
    }

    /// As many values as a Java array can hold.
    static int count(Shape shape) {
        return OutOfMemory.arrayLength(shape.elements(), "a tile");
    }
}
