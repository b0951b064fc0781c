package sectile.sim.math;

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

    /// The type products of `dtype` accumulate in.
    static DType accumulator(DType dtype) {
        return switch (dtype) {
            case F16, BF16, F32, F8E4M3, F8E5M2, F4E2M1 -> DType.F32;
            case F64 -> DType.F64;
            case I4, I8, I16, I32 -> DType.I32;
            case U4, U8, U16, U32 -> DType.U32;
            case I64 -> DType.I64;
            case U64 -> DType.U64;
            case BOOL, F8E8M0 -> throw Errors.unsupported("dot", dtype, "a number type");
        };
    }

    static Tile dot(Tile a, Tile b) {
        DType accumulator = accumulator(Elementwise.sameDtype("dot", a, b));
        return multiply(a, b, Tile.zeros(accumulator, shape(a, b)));
    }

    static Tile dot(Tile a, Tile b, Tile start) {
        DType accumulator = accumulator(Elementwise.sameDtype("dot", a, b));
        Shape shape = shape(a, b);
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
        Shape x = a.shape();
        Shape y = b.shape();
        if (x.rank() != 2 || y.rank() != 2 || x.dim(1) != y.dim(0)) {
            throw Errors.dotShapes(x, y);
        }
        return Shape.of(x.dim(0), y.dim(1));
    }
}
