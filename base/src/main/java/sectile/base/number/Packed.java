package sectile.base.number;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.RunCodec;
import sectile.base.array.Shape;

/// Elements of one type that lie side by side in memory, in row-major order: what the loops of this package read and
/// write, whether the elements belong to a [Tile] or to an [NdArray].
///
/// @param first the position of the first element in the memory
record Packed(DType dtype, int elements, MemorySegment memory, long first) {
    /// The elements of an array, copied if they do not lie side by side.
    static Packed of(NdArray array) {
        NdArray packed = array.contiguous();
        return new Packed(packed.dtype(), count(packed.shape()), packed.memory(), packed.offset());
    }

    /// The position in memory of an element.
    long at(int element) {
        return first + element;
    }

    static int count(Shape shape) {
        if (shape.elements() > Integer.MAX_VALUE - 4 * RunCodec.RUN) {
            throw new IllegalArgumentException("an operation on " + shape + " exceeds 2^31 elements");
        }
        return (int) shape.elements();
    }

    /// The Java array that holds exactly these f32 elements, if there is one that may be used in place.
    float @Nullable [] floats() {
        return dtype == DType.F32
                        && first == 0
                        && memory.heapBase().orElse(null) instanceof float[] values
                        && values.length == elements
                ? values
                : null;
    }
}
