package sectile.base.number;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import sectile.base.array.Codec;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.RunCodec;
import sectile.base.array.Shape;

/// An immutable value of a kernel: an element type, a shape and the elements packed in row-major order, as [NdArray]
/// packs them. It holds the same bytes as the simulated memory it was loaded from, so that moving data is exact by
/// construction.
public final class Tile {
    /// The largest tile, a little under 2 GiB.
    public static final long MAX_BYTES = Integer.MAX_VALUE - 4 * RunCodec.RUN;

    private final DType dtype;
    private final Shape shape;
    private final int elements;
    private final byte[] bytes;

    /// Takes over `bytes`, which must not change from then on.
    Tile(DType dtype, Shape shape, byte[] bytes) {
        this.dtype = dtype;
        this.shape = shape;
        this.elements = Math.toIntExact(shape.elements());
        this.bytes = bytes;
    }

    /// Copies a tile out of `source`, from byte `offset` on.
    public static Tile fromBytes(DType dtype, Shape shape, byte[] source, int offset) {
        return fromBytes(dtype, shape, MemorySegment.ofArray(source), offset);
    }

    /// Copies a tile out of `source`, from byte `offset` on.
    public static Tile fromBytes(DType dtype, Shape shape, MemorySegment source, long offset) {
        byte[] bytes = new byte[byteCount(dtype, shape)];
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, 0, bytes.length);
        return new Tile(dtype, shape, bytes);
    }

    /// All elements +0, 0 or false.
    public static Tile zeros(DType dtype, Shape shape) {
        return new Tile(dtype, shape, new byte[byteCount(dtype, shape)]);
    }

    /// All elements `value`, rounded to the type; for integers and bools it must be one of their values.
    public static Tile full(DType dtype, Shape shape, double value) {
        return Layouts.broadcastTo(scalar(dtype, value), shape);
    }

    /// A tile of rank 0 holding `value` rounded to the type; for integers and bools it must be one of their values.
    public static Tile scalar(DType dtype, double value) {
        if (dtype.isFloat()) {
            return ofDoubles(dtype, Shape.scalar(), value);
        }
        if (value != Math.rint(value) || Math.abs(value) >= 0x1p63) {
            throw Errors.scalar(Double.toString(value), dtype);
        }
        return scalar(dtype, (long) value);
    }

    /// A tile of rank 0 holding `value`; for u64 its bits count.
    public static Tile scalar(DType dtype, long value) {
        if (dtype.isFloat()) {
            return ofDoubles(dtype, Shape.scalar(), Codec.toDouble(dtype, Codec.ofLong(dtype, value)));
        }
        Tile tile = ofLongs(dtype, Shape.scalar(), value);
        if (tile.toLongs()[0] != value) {
            throw Errors.scalar(Long.toString(value), dtype);
        }
        return tile;
    }

    /// A tile of rank 0 holding a number a kernel names, whole or not. It is rounded to a floating-point type, but must
    /// be a value of an integer type. Unlike in [#scalar], u64 has no negative ones.
    public static Tile constant(DType dtype, Number number) {
        if (number instanceof Double || number instanceof Float) {
            double value = number.doubleValue();
            return dtype == DType.U64 && value >= 0x1p63 && value < 0x1p64
                    ? scalar(dtype, (long) (value - 0x1p63) ^ Long.MIN_VALUE)
                    : constant(dtype, value < 0, scalar(dtype, value), number);
        }
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            long value = number.longValue();
            return constant(dtype, value < 0, scalar(dtype, value), number);
        }
        throw new IllegalArgumentException("a constant is a primitive number, not " + number.getClass());
    }

    private static Tile constant(DType dtype, boolean negative, Tile tile, Number number) {
        if (dtype == DType.U64 && negative) {
            throw Errors.scalar(number.toString(), dtype);
        }
        return tile;
    }

    /// The given values, each rounded once to the floating-point type.
    public static Tile ofDoubles(DType dtype, Shape shape, double... values) {
        byte[] bytes = expect(dtype, shape, values.length);
        new RunCodec(dtype, values.length).write(values.clone(), MemorySegment.ofArray(bytes), 0, values.length);
        return new Tile(dtype, shape, bytes);
    }

    /// The given values, each rounded once to the floating-point type.
    public static Tile ofFloats(DType dtype, Shape shape, float... values) {
        byte[] bytes = expect(dtype, shape, values.length);
        if (dtype == DType.F64) {
            double[] doubles = new double[values.length];
            Arrays.setAll(doubles, i -> values[i]);
            return ofDoubles(dtype, shape, doubles);
        }
        new RunCodec(dtype, values.length).write(values.clone(), MemorySegment.ofArray(bytes), 0, values.length);
        return new Tile(dtype, shape, bytes);
    }

    /// The low bits of the given values, in an integer type; for bools whether each is not 0.
    public static Tile ofLongs(DType dtype, Shape shape, long... values) {
        byte[] bytes = expect(dtype, shape, values.length);
        new RunCodec(dtype, values.length).write(values, MemorySegment.ofArray(bytes), 0, values.length);
        return new Tile(dtype, shape, bytes);
    }

    /// A copy of an array.
    public static Tile of(NdArray array) {
        return fromBytes(array.dtype(), array.shape(), array.packed(), 0);
    }

    /// A copy as an array on the heap.
    public NdArray toNdArray() {
        return NdArray.ofBytes(bytes, dtype, shape);
    }

    public DType dtype() {
        return dtype;
    }

    public Shape shape() {
        return shape;
    }

    public int elements() {
        return elements;
    }

    public int byteSize() {
        return bytes.length;
    }

    /// The bytes, read-only and without copying.
    public MemorySegment bytes() {
        return MemorySegment.ofArray(bytes).asReadOnly();
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    /// Writes the bytes to `target`, from byte `offset` on.
    public void toBytes(MemorySegment target, long offset) {
        MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, offset, bytes.length);
    }

    /// One element of any type; an integer beyond 2^53 is rounded.
    public double doubleAt(long... index) {
        int at = (int) shape.flatten(index);
        if (dtype.isFloat()) {
            return element(at).toDoubles()[0];
        }
        return Codec.toDouble(dtype, element(at).toLongs()[0]);
    }

    /// One element of an integer or bool type; u64 keeps its bits.
    public long longAt(long... index) {
        return element((int) shape.flatten(index)).toLongs()[0];
    }

    /// Whether one element is not zero; what a kernel branches on.
    public boolean booleanAt(long... index) {
        return dtype.isFloat() ? doubleAt(index) != 0 : longAt(index) != 0;
    }

    /// All elements of a floating-point tile, exactly.
    public double[] toDoubles() {
        double[] values = new double[elements];
        new RunCodec(dtype, elements).read(MemorySegment.ofArray(bytes), 0, values, elements);
        return values;
    }

    /// All elements of a floating-point tile narrower than f64, exactly.
    public float[] toFloats() {
        float[] values = new float[elements];
        new RunCodec(dtype, elements).read(MemorySegment.ofArray(bytes), 0, values, elements);
        return values;
    }

    /// All elements of an integer or bool tile; u64 keeps its bits.
    public long[] toLongs() {
        long[] values = new long[elements];
        new RunCodec(dtype, elements).read(MemorySegment.ofArray(bytes), 0, values, elements);
        return values;
    }

    /// Whether type, shape and every bit agree.
    @Override
    public boolean equals(Object other) {
        return other instanceof Tile that
                && dtype == that.dtype
                && shape.equals(that.shape)
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(dtype, shape, Arrays.hashCode(bytes));
    }

    /// Type, shape and the first few elements.
    @Override
    public String toString() {
        var out = new StringBuilder(dtype.text()).append(' ').append(shape).append(" [");
        int shown = Math.min(elements, 8);
        for (int i = 0; i < shown; i++) {
            Tile element = element(i);
            out.append(i == 0 ? "" : ", ");
            out.append(dtype.isFloat() ? Double.toString(element.doubleAt()) : Long.toString(element.longAt()));
        }
        return out.append(shown < elements ? ", …]" : "]").toString();
    }

    /// The bytes themselves, for the operations of this package, which only read them.
    byte[] raw() {
        return bytes;
    }

    /// The bytes as an operand of the loops.
    Packed packed() {
        return new Packed(dtype, elements, MemorySegment.ofArray(bytes), 0);
    }

    /// One element as a tile of rank 0.
    Tile element(int at) {
        byte[] one = new byte[(int) dtype.bytesFor(1)];
        if (dtype.isSubByte()) {
            one[0] = (byte) Layouts.nibble(bytes, at);
        } else {
            System.arraycopy(bytes, at * one.length, one, 0, one.length);
        }
        return new Tile(dtype, Shape.scalar(), one);
    }

    static int byteCount(DType dtype, Shape shape) {
        if (shape.elements() > MAX_BYTES || dtype.bytesFor(shape.elements()) > MAX_BYTES) {
            throw Errors.size(dtype, shape);
        }
        return (int) dtype.bytesFor(shape.elements());
    }

    private static byte[] expect(DType dtype, Shape shape, int values) {
        if (shape.elements() != values) {
            throw new IllegalArgumentException(values + " values given for shape " + shape);
        }
        return new byte[byteCount(dtype, shape)];
    }
}
