package sectile.sim.component;

import sectile.base.array.DType;

/// The matrix engine of a PE: the cost of `C[m×n] += A[m×k] · B[k×n]`.
public non-sealed interface GemmModel extends ComponentModel {
    /// Engine cycles at rate 1. A product with an extent of 0 takes none.
    long cycles(int m, int n, int k);

    /// The time of those cycles for operands of a type, rounded up, without [#overheadPs()].
    long picoseconds(int m, int n, int k, DType dtype);

    /// The floating-point (or integer) operations per second if no cycle were wasted, counting a multiply-add as
    /// two; may be infinite.
    double peakFlops(DType dtype);
}
