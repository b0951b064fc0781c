package sectile.sim.random;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.array.Shape;

/// Elements of a type, row by row: integers in `longs`, floats in `doubles`, the other one empty.
final class PlainArray {
    private final DType dtype;
    private final Shape shape;
    private final long[] longs;
    private final double[] doubles;

    private PlainArray(DType dtype, Shape shape, long[] longs, double[] doubles) {
        this.dtype = dtype;
        this.shape = shape;
        this.longs = longs;
        this.doubles = doubles;
    }

    DType dtype() {
        return dtype;
    }

    Shape shape() {
        return shape;
    }

    long[] longs() {
        return longs;
    }

    double[] doubles() {
        return doubles;
    }

    static PlainArray of(DType dtype, Shape shape) {
        int count = (int) shape.elements();
        return dtype.isFloat()
                ? new PlainArray(dtype, shape, new long[0], new double[count])
                : new PlainArray(dtype, shape, new long[count], new double[0]);
    }

    int count() {
        return (int) shape.elements();
    }

    double asDouble(int index) {
        return dtype.isFloat() ? doubles[index] : longs[index];
    }

    /// Element `index` of this array broadcast to `wide`.
    int broadcastIndex(Shape wide, int index) {
        long[] at = wide.unflatten(index);
        long[] mine = new long[shape.rank()];
        for (int axis = 0; axis < mine.length; axis++) {
            mine[axis] = shape.dim(axis) == 1 ? 0 : at[at.length - mine.length + axis];
        }
        return (int) shape.flatten(mine);
    }

    byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(count() * Layout.size(dtype)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count(); i++) {
            switch (dtype) {
                case I8 -> bytes.put((byte) longs[i]);
                case I32 -> bytes.putInt((int) longs[i]);
                case I64 -> bytes.putLong(longs[i]);
                case F64 -> bytes.putLong(Double.doubleToLongBits(doubles[i]));
                case F32 -> bytes.putInt(Float.floatToIntBits((float) doubles[i]));
                case F16 -> bytes.putShort(Rounded.f16Bits(doubles[i]));
                case BF16 -> bytes.putShort((short) (Float.floatToIntBits((float) doubles[i]) >>> 16));
                default -> throw new IllegalArgumentException(dtype.text());
            }
        }
        return bytes.array();
    }

    static PlainArray fromBytes(DType dtype, Shape shape, byte[] memory, int offset) {
        PlainArray array = of(dtype, shape);
        ByteBuffer bytes =
                ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN).position(offset);
        for (int i = 0; i < array.count(); i++) {
            switch (dtype) {
                case I8 -> array.longs[i] = bytes.get();
                case I32 -> array.longs[i] = bytes.getInt();
                case I64 -> array.longs[i] = bytes.getLong();
                case F64 -> array.doubles[i] = bytes.getDouble();
                case F32 -> array.doubles[i] = bytes.getFloat();
                case F16 -> array.doubles[i] = Float.float16ToFloat(bytes.getShort());
                case BF16 -> array.doubles[i] = Float.intBitsToFloat(bytes.getShort() << 16);
                default -> throw new IllegalArgumentException(dtype.text());
            }
        }
        return array;
    }

    @Override
    public String toString() {
        return dtype.text() + " " + shape + " "
                + Arrays.toString(
                        IntStream.range(0, count()).mapToDouble(this::asDouble).toArray());
    }
}
