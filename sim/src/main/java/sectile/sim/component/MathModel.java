package sectile.sim.component;

import sectile.base.array.DType;

/// The vector engine of a PE.
public non-sealed interface MathModel extends ComponentModel {
    /// The time of an operation over `elements` elements (of its input, for a reduction), rounded up, without
    /// [#overheadPs()].
    long picoseconds(MathOp op, long elements, DType dtype);
}
