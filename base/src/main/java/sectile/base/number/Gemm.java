package sectile.base.number;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// Matrix products. Checks the operands and picks the kernel of the accumulator's type.
final class Gemm {
    /// Columns of the result computed together: four rows of them and four rows of the right operand fit the
    /// first-level cache.
    static final int COLUMNS = 512;
    /// Rows of the right operand held as Java numbers at a time: with [#COLUMNS], a quarter of a second-level cache.
    static final int DEPTH = 64;

    private Gemm() {}

    static Tile dot(Tile a, Tile b) {
        Shape shape = shape(a, b);
        return multiply(a, b, Tile.zeros(TileTypes.accumulator(a.dtype()), shape));
    }

    static Tile dot(Tile a, Tile b, Tile start) {
        Shape shape = shape(a, b);
        DType accumulator = TileTypes.accumulator(a.dtype());
        if (start.dtype() != accumulator || !start.shape().equals(shape)) {
            throw Errors.accumulator(start, accumulator, shape);
        }
        return multiply(a, b, start);
    }

    private static Tile multiply(Tile a, Tile b, Tile start) {
        byte[] result = new byte[start.byteSize()];
        int m = (int) a.shape().dim(0);
        int k = (int) a.shape().dim(1);
        int n = (int) b.shape().dim(1);
        switch (Domain.of(start.dtype())) {
            case FLOAT -> new FloatGemm(a, b, m, n, k).multiply(start, result);
            case DOUBLE -> new DoubleGemm(a, b, m, n, k).multiply(start, result);
            case LONG -> new LongGemm(a, b, m, n, k).multiply(start, result);
        }
        return new Tile(start.dtype(), start.shape(), result);
    }

    private static Shape shape(Tile a, Tile b) {
        return TileTypes.dot(a.dtype(), a.shape(), b.dtype(), b.shape());
    }
}
