package sectile.sim.math;

import java.util.Locale;

/// Comparisons of corresponding elements; with NaN only `NE` holds.
public enum CompareOp {
    LT,
    LE,
    GT,
    GE,
    EQ,
    NE;

    /// The name kernels use, like `lt`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
