package sectile.sim.component;

import sectile.base.array.DType;

/// An array of `rows × cols` dot-product units, each adding up `depth` products per cycle. An edge tile takes as
/// long as a full one.
record MacArrayGemm(long overheadPs, DtypePeriods periods, int rows, int cols, int depth) implements GemmModel {
    @Override
    public long cycles(int m, int n, int k) {
        long tiles = Math.multiplyExact((long) Math.ceilDiv(m, rows), (long) Math.ceilDiv(n, cols));
        return Math.multiplyExact(tiles, Math.ceilDiv(k, depth));
    }

    @Override
    public long picoseconds(int m, int n, int k, DType dtype) {
        return periods.picoseconds(cycles(m, n, k), dtype);
    }

    @Override
    public double peakFlops(DType dtype) {
        return periods.perSecond(2.0 * rows * cols * depth, dtype);
    }
}
