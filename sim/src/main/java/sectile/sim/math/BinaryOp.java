package sectile.sim.math;

import java.util.Locale;

/// Operations on corresponding elements of two tiles that yield the operands' type.
public enum BinaryOp {
    ADD,
    SUB,
    MUL,
    DIV,
    MAXIMUM,
    MINIMUM;

    /// The name kernels use, like `maximum`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
