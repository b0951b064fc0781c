package sectile.sim.component;

import sectile.base.array.DType;

/// A systolic array of `rows × cols` multiply-add cells. Each fold of the stationary operand fills the array,
/// streams, and drains: `2·rows + cols + T − 2` cycles for `T` streamed vectors; folds do not overlap.
record SystolicGemm(long overheadPs, DtypePeriods periods, int rows, int cols, Dataflow dataflow) implements GemmModel {
    @Override
    public long cycles(int m, int n, int k) {
        if (m == 0 || n == 0 || k == 0) {
            return 0;
        }
        return switch (dataflow) {
            case OUTPUT -> cycles(m, n, (long) k);
            case WEIGHT -> cycles(k, n, (long) m);
            case INPUT -> cycles(k, m, (long) n);
        };
    }

    @Override
    public long picoseconds(int m, int n, int k, DType dtype) {
        return periods.picoseconds(cycles(m, n, k), dtype);
    }

    @Override
    public double peakFlops(DType dtype) {
        return periods.perSecond(2.0 * rows * cols, dtype);
    }

    private long cycles(int spatialRows, int spatialCols, long streamed) {
        long fold = 2L * rows + cols + streamed - 2;
        long folds = Math.multiplyExact((long) Math.ceilDiv(spatialRows, rows), (long) Math.ceilDiv(spatialCols, cols));
        return Math.multiplyExact(fold, folds);
    }
}
