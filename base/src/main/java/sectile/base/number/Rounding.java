package sectile.base.number;

/// How a conversion to a type with fewer values rounds. Every mode saturates where the type has no infinity.
public enum Rounding {
    /// To nearest, ties to the value whose last bit is 0. The rule of all arithmetic, and of a cast without a mode.
    NEAREST_EVEN,
    /// To nearest, ties away from zero.
    NEAREST_AWAY,
    /// Toward minus infinity.
    FLOOR,
    /// Toward plus infinity.
    CEIL,
    /// Toward zero.
    TRUNC,
    /// To the neighbour whose last bit is 1, unless the value is exact.
    ODD
}
