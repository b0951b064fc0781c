package sectile.dist.ccl;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Tl;

/// How elements of several ranks become one.
public enum ReduceOp {
    SUM,
    MAX,
    MIN,
    PROD;

    /// Combines two values in a kernel.
    public Handle combine(Tl tl, Handle a, Handle b) {
        return switch (this) {
            case SUM -> tl.add(a, b);
            case MAX -> tl.maximum(a, b);
            case MIN -> tl.minimum(a, b);
            case PROD -> tl.mul(a, b);
        };
    }

    /// Combines two numbers on the host, for references.
    public double combine(double a, double b) {
        return switch (this) {
            case SUM -> a + b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case PROD -> a * b;
        };
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ReduceOp> parse(String text) {
        return Arrays.stream(values()).filter(op -> op.text().equals(text)).findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(ReduceOp::text).toList();
    }
}
