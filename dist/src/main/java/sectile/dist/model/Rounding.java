package sectile.dist.model;

import sectile.base.array.DType;

/// What rounding to a type does.
///
/// @param unit half the distance from 1 to the next number
/// @param smallest half the distance from 0 to the next number
record Rounding(double unit, double smallest) {
    static Rounding of(DType dtype) {
        return switch (dtype) {
            case F16 -> new Rounding(0x1p-11, 0x1p-25);
            case BF16 -> new Rounding(0x1p-8, 0x1p-134);
            default -> new Rounding(0x1p-24, 0x1p-150);
        };
    }

    /// The square of the error that several roundings of numbers of this size may add up to.
    double variance(double squaredSize, int roundings) {
        return roundings * (unit * unit * squaredSize + smallest * smallest);
    }
}
