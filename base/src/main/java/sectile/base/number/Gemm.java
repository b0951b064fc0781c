package sectile.base.number;

/// Matrix products: picks the loops of the accumulator's type.
final class Gemm {
    /// Columns of the result computed together: four rows of them and four rows of the right operand fit the
    /// first-level cache.
    static final int COLUMNS = 512;
    /// Rows of the right operand held as Java numbers at a time: with [#COLUMNS], a quarter of a second-level cache.
    static final int DEPTH = 64;

    private Gemm() {}

    /// `out = start + a·b`, where `start` and `out` have the accumulator's type.
    static void multiply(Packed a, Packed b, int m, int n, int k, Packed start, Packed out) {
        switch (Domain.of(start.dtype())) {
            case FLOAT -> new FloatGemm(a, b, m, n, k).multiply(start, out);
            case DOUBLE -> new DoubleGemm(a, b, m, n, k).multiply(start, out);
            case LONG -> new LongGemm(a, b, m, n, k).multiply(start, out);
        }
    }
}
