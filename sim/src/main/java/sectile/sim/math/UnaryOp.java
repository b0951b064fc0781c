package sectile.sim.math;

import java.util.Locale;

/// Operations on each element of one tile.
public enum UnaryOp {
    NEG,
    ABS,
    SQRT,
    EXP,
    LOG,
    SIGMOID,
    SIN,
    COS;

    /// The name kernels use, like `exp`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether integers have it too.
    boolean takesIntegers() {
        return this == NEG || this == ABS;
    }
}
