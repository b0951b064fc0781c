package sectile.base.array;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/// An n-dimensional array: a [DType], a [Shape], strides and an offset (both in elements) over a memory
/// segment, on the heap or off it. [Codec] has the rules by which values are converted.
///
/// Views (`slice`, `select`, `transpose`, `reshape`, `broadcastTo`, `reinterpret`) share memory with their
/// array. Arrays are mutable and not synchronised. Two arrays are equal if type, shape and the bits of all
/// elements are.
public final class NdArray {
    private final DType dtype;
    private final Layout layout;
    private final MemorySegment memory;

    private NdArray(DType dtype, Layout layout, MemorySegment memory) {
        this.dtype = dtype;
        this.layout = layout;
        this.memory = memory;
    }

    // ---- making arrays

    /// Zeros on the heap.
    public static NdArray zeros(DType dtype, Shape shape) {
        return new NdArray(dtype, Layout.rowMajor(shape), Memory.zeros(dtype, shape.elements()));
    }

    /// Zeros off-heap, aligned to 64 bytes, for as long as the arena is open.
    public static NdArray offHeap(Arena arena, DType dtype, Shape shape) {
        return new NdArray(dtype, Layout.rowMajor(shape), Memory.offHeap(arena, dtype, shape.elements()));
    }

    /// An array over a memory that is already there, in row-major order and the machine's byte order. Nothing
    /// is copied.
    public static NdArray over(MemorySegment memory, DType dtype, Shape shape) {
        long needed = dtype.bytesFor(shape.elements());
        if (memory.byteSize() < needed) {
            throw new IllegalArgumentException(shape + " elements of " + dtype.text() + " take " + needed
                    + " bytes, the memory has " + memory.byteSize());
        }
        return new NdArray(dtype, Layout.rowMajor(shape), memory);
    }

    /// An array over some elements of a memory that is already there. Nothing is copied.
    public static NdArray over(MemorySegment memory, DType dtype, Layout layout) {
        if (layout.first() < 0 || dtype.bytesFor(layout.end()) > memory.byteSize()) {
            throw new IllegalArgumentException("elements " + layout.first() + " to " + layout.end() + " of "
                    + dtype.text() + " are not inside a memory of " + memory.byteSize() + " bytes");
        }
        return new NdArray(dtype, layout, memory);
    }

    public static NdArray full(DType dtype, Shape shape, double value) {
        NdArray result = zeros(dtype, shape);
        result.fill(value);
        return result;
    }

    public static NdArray scalar(DType dtype, double value) {
        return full(dtype, Shape.scalar(), value);
    }

    /// Values in row-major order, each converted to the type.
    public static NdArray of(DType dtype, Shape shape, double... values) {
        NdArray result = zeros(dtype, shape);
        checkCount(shape, values.length);
        Bulk.ofDoubles(values, dtype, result.memory);
        return result;
    }

    /// A copy of the values as f32.
    public static NdArray of(float[] values) {
        return of(values, Shape.of(values.length));
    }

    /// A copy of the values, in row-major order, as f32.
    public static NdArray of(float[] values, Shape shape) {
        checkCount(shape, values.length);
        return over(MemorySegment.ofArray(values.clone()), DType.F32, shape);
    }

    /// A copy of the values as f64.
    public static NdArray of(double[] values) {
        return of(values, Shape.of(values.length));
    }

    /// A copy of the values, in row-major order, as f64.
    public static NdArray of(double[] values, Shape shape) {
        checkCount(shape, values.length);
        return over(MemorySegment.ofArray(values.clone()), DType.F64, shape);
    }

    /// A copy of the values as i32.
    public static NdArray of(int[] values) {
        return of(values, Shape.of(values.length));
    }

    /// A copy of the values, in row-major order, as i32.
    public static NdArray of(int[] values, Shape shape) {
        checkCount(shape, values.length);
        return over(MemorySegment.ofArray(values.clone()), DType.I32, shape);
    }

    /// A copy of the values as i64.
    public static NdArray of(long[] values) {
        return of(values, Shape.of(values.length));
    }

    /// A copy of the values, in row-major order, as i64.
    public static NdArray of(long[] values, Shape shape) {
        checkCount(shape, values.length);
        return over(MemorySegment.ofArray(values.clone()), DType.I64, shape);
    }

    /// A copy of packed elements in the machine's byte order; the inverse of [#toBytes()].
    public static NdArray ofBytes(byte[] bytes, DType dtype, Shape shape) {
        NdArray result = zeros(dtype, shape);
        if (bytes.length != result.memory.byteSize()) {
            throw new IllegalArgumentException(shape + " elements of " + dtype.text() + " take "
                    + result.memory.byteSize() + " bytes, not " + bytes.length);
        }
        MemorySegment.copy(bytes, 0, result.memory, Memory.BYTE, 0, bytes.length);
        return result;
    }

    // ---- what it is

    public DType dtype() {
        return dtype;
    }

    public Shape shape() {
        return layout.shape();
    }

    public long elements() {
        return layout.shape().elements();
    }

    /// For each axis the distance between neighbours, in elements; negative or zero in some views.
    public long[] strides() {
        return layout.strides();
    }

    /// Which element of [#memory()] is at which index.
    public Layout layout() {
        return layout;
    }

    /// The element of [#memory()] at index 0, 0, ….
    public long offset() {
        return layout.offset();
    }

    /// The memory under this array and its other views.
    public MemorySegment memory() {
        return memory;
    }

    /// Whether the elements lie side by side in row-major order.
    public boolean isContiguous() {
        return layout.isContiguous();
    }

    // ---- elements

    /// The element as a double; exact but for i64 and u64 beyond 2^53.
    public double getDouble(long... index) {
        return Codec.toDouble(dtype, Memory.bits(dtype, memory, layout.element(index)));
    }

    public void setDouble(double value, long... index) {
        Memory.setBits(dtype, memory, layout.element(index), Codec.ofDouble(dtype, value));
    }

    /// The element as a long; exact for integers, a u64 beyond 2^63 appears negative.
    public long getLong(long... index) {
        return Codec.toLong(dtype, Memory.bits(dtype, memory, layout.element(index)));
    }

    public void setLong(long value, long... index) {
        Memory.setBits(dtype, memory, layout.element(index), Codec.ofLong(dtype, value));
    }

    /// The element at a row-major position.
    public double getDoubleAt(long position) {
        return Codec.toDouble(dtype, bitsAt(position));
    }

    public void setDoubleAt(long position, double value) {
        setBitsAt(position, Codec.ofDouble(dtype, value));
    }

    public long getLongAt(long position) {
        return Codec.toLong(dtype, bitsAt(position));
    }

    public void setLongAt(long position, long value) {
        setBitsAt(position, Codec.ofLong(dtype, value));
    }

    /// The raw bits of the element at a row-major position, in the low end of the result.
    public long bitsAt(long position) {
        return Memory.bits(dtype, memory, layout.elementAt(position));
    }

    public void setBitsAt(long position, long bits) {
        Memory.setBits(dtype, memory, layout.elementAt(position), bits);
    }

    // ---- views

    /// The elements `from` to `to` (exclusive) of an axis.
    public NdArray slice(int axis, long from, long to) {
        return slice(axis, from, to, 1);
    }

    /// Every `step`-th element of an axis. A negative step walks from `from` down to `to` (exclusive, so -1
    /// reaches the first).
    public NdArray slice(int axis, long from, long to, long step) {
        return view(layout.slice(axis, from, to, step));
    }

    /// The block of a given shape that begins at some index.
    public NdArray slice(long[] offsets, Shape block) {
        if (offsets.length != shape().rank() || block.rank() != shape().rank()) {
            throw new IllegalArgumentException("block " + block + " at " + Arrays.toString(offsets)
                    + " does not have the rank of shape " + shape());
        }
        Layout result = layout;
        for (int axis = 0; axis < offsets.length; axis++) {
            result = result.slice(axis, offsets[axis], Math.addExact(offsets[axis], block.dim(axis)), 1);
        }
        return view(result);
    }

    /// The array at one index of an axis, which is gone in the result.
    public NdArray select(int axis, long index) {
        return view(layout.select(axis, index));
    }

    /// All axes in reverse order.
    public NdArray transpose() {
        int rank = shape().rank();
        return transpose(IntStream.range(0, rank).map(axis -> rank - 1 - axis).toArray());
    }

    /// Axis `i` of the result is axis `axes[i]` of this array.
    public NdArray transpose(int... axes) {
        return view(layout.permuted(axes));
    }

    /// The same elements under another shape, without copying.
    ///
    /// @throws IllegalArgumentException if the element counts differ, or the strides allow it only by copying
    public NdArray reshape(Shape shape) {
        if (shape.elements() != elements()) {
            throw new IllegalArgumentException("shape " + shape() + " has " + elements() + " elements, shape " + shape
                    + " has " + shape.elements());
        }
        return view(layout.reshaped(shape)
                .orElseThrow(() -> new IllegalArgumentException("shape " + shape() + " with strides "
                        + Arrays.toString(layout.strides()) + " cannot become " + shape
                        + " without a copy; call contiguous() first")));
    }

    /// This array stretched to a larger shape by NumPy's rule. Stretched views are read-only, for one element
    /// is at many indices.
    public NdArray broadcastTo(Shape shape) {
        Layout stretched = layout.broadcast(shape)
                .orElseThrow(
                        () -> new IllegalArgumentException("shape " + shape() + " cannot be stretched to " + shape));
        return shape.equals(shape()) ? this : new NdArray(dtype, stretched, memory.asReadOnly());
    }

    /// The same bits as another type. If the width differs, the array must be contiguous and its last axis
    /// grows or shrinks.
    public NdArray reinterpret(DType other) {
        if (other.bits() == dtype.bits()) {
            return new NdArray(other, layout, memory);
        }
        int last = shape().rank() - 1;
        long bits = last < 0 ? 0 : shape().dim(last) * dtype.bits();
        long start = layout.offset() * dtype.bits();
        if (!isContiguous() || last < 0 || bits % other.bits() != 0 || start % other.bits() != 0) {
            throw new IllegalArgumentException("shape " + shape() + " of " + dtype.text() + " with strides "
                    + Arrays.toString(layout.strides()) + " cannot be seen as " + other.text());
        }
        long[] dims = shape().toArray();
        dims[last] = bits / other.bits();
        Shape shape = Shape.of(dims);
        return new NdArray(other, new Layout(shape, shape.rowMajorStrides(), start / other.bits()), memory);
    }

    // ---- copies

    /// This array if it is contiguous, else a contiguous copy.
    public NdArray contiguous() {
        return isContiguous() ? this : copy();
    }

    /// A contiguous copy on the heap.
    public NdArray copy() {
        NdArray result = zeros(dtype, shape());
        StridedCopy.copy(dtype, memory, layout, result.memory, result.layout);
        return result;
    }

    /// The values as another type; always a copy.
    public NdArray cast(DType to) {
        if (to == dtype) {
            return copy();
        }
        NdArray source = contiguous();
        NdArray result = zeros(to, shape());
        Bulk.convert(dtype, source.memory, source.layout.offset(), to, result.memory, 0, elements());
        return result;
    }

    /// Overwrites every element with those of another array, which is stretched and cast as needed.
    public void assign(NdArray source) {
        NdArray values = source.broadcastTo(shape());
        boolean overlap = values.memory.asOverlappingSlice(memory).isPresent();
        if (dtype != values.dtype) {
            values = values.cast(dtype);
        } else if (overlap) {
            values = values.copy();
        }
        StridedCopy.copy(dtype, values.memory, values.layout, memory, layout);
    }

    public void fill(double value) {
        fillBits(Codec.ofDouble(dtype, value));
    }

    public void fill(long value) {
        fillBits(Codec.ofLong(dtype, value));
    }

    /// The values in row-major order, rounded to floats where the type is wider.
    public float[] toFloats() {
        NdArray source = contiguous();
        float[] values = new float[javaLength()];
        Bulk.toFloats(dtype, source.memory, source.layout.offset(), values);
        return values;
    }

    /// The values in row-major order; i64 and u64 beyond 2^53 are rounded.
    public double[] toDoubles() {
        NdArray source = contiguous();
        double[] values = new double[javaLength()];
        Bulk.toDoubles(dtype, source.memory, source.layout.offset(), values);
        return values;
    }

    /// The values in row-major order; floats are rounded to the nearest integer, ties to even.
    public long[] toLongs() {
        NdArray source = contiguous();
        long[] values = new long[javaLength()];
        Bulk.toLongs(dtype, source.memory, source.layout.offset(), values);
        return values;
    }

    /// The elements in row-major order, packed, in the machine's byte order.
    public byte[] toBytes() {
        return packed().toArray(Memory.BYTE);
    }

    /// The elements in row-major order, packed, from the first byte on: a part of [#memory()] where that is
    /// possible, else a copy.
    public MemorySegment packed() {
        boolean inPlace = isContiguous() && layout.offset() * dtype.bits() % 8 == 0 && !hasLooseNibble();
        NdArray source = inPlace ? this : copy();
        long start = source.layout.offset() * dtype.bits() / 8;
        return source.memory.asSlice(start, dtype.bytesFor(elements()));
    }

    // ---- the rest

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof NdArray that) || dtype != that.dtype || !shape().equals(that.shape())) {
            return false;
        }
        return packed().mismatch(that.packed()) == -1;
    }

    /// Of type and shape only: elements may change.
    @Override
    public int hashCode() {
        return 31 * dtype.hashCode() + shape().hashCode();
    }

    /// Type, shape and elements; of long axes only both ends.
    @Override
    public String toString() {
        return ArrayText.of(this);
    }

    private NdArray view(Layout changed) {
        return new NdArray(dtype, changed, memory);
    }

    private void fillBits(long bits) {
        if (isContiguous()) {
            Bulk.fill(dtype, memory, layout.offset(), elements(), bits);
            return;
        }
        NdArray one = zeros(dtype, Shape.scalar());
        one.setBitsAt(0, bits);
        StridedCopy.copy(dtype, one.memory, one.layout.broadcast(shape()).orElseThrow(), memory, layout);
    }

    /// Whether the last byte holds a nibble that does not belong to this array.
    private boolean hasLooseNibble() {
        return dtype.isSubByte() && elements() % 2 == 1;
    }

    private int javaLength() {
        if (elements() > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException("shape " + shape() + " has more elements than a Java array");
        }
        return (int) elements();
    }

    private static void checkCount(Shape shape, int count) {
        if (shape.elements() != count) {
            throw new IllegalArgumentException(
                    "shape " + shape + " has " + shape.elements() + " elements, there are " + count + " values");
        }
    }
}
