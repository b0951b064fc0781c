package sectile.sim.math;

import java.util.Locale;

/// Operations that fold the elements along an axis, or all of them, into one.
public enum ReduceOp {
    SUM,
    MAX,
    MIN;

    /// The name kernels use, like `sum`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
