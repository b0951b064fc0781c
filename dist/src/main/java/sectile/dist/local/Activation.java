package sectile.dist.local;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Tl;

/// What is done to every element of a layer's output.
public enum Activation {
    NONE,
    /// The larger of x and 0.
    RELU,
    /// `x · sigmoid(x)`.
    SILU,
    /// `x · sigmoid(1.702 x)`, which differs from x times the normal distribution function by at most 0.021.
    GELU;

    private static final double GELU_STEEPNESS = 1.702;

    /// Applies it to a value of f32.
    Handle apply(Tl tl, Handle x) {
        return switch (this) {
            case NONE -> x;
            case RELU -> tl.maximum(x, 0);
            case SILU -> tl.mul(x, tl.sigmoid(x));
            case GELU -> tl.mul(x, tl.sigmoid(tl.mul(x, GELU_STEEPNESS)));
        };
    }

    /// The same on the host, for references.
    public double apply(double x) {
        return switch (this) {
            case NONE -> x;
            case RELU -> Math.max(x, 0);
            case SILU -> x / (1 + Math.exp(-x));
            case GELU -> x / (1 + Math.exp(-GELU_STEEPNESS * x));
        };
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Activation> parse(String text) {
        return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(Activation::text).toList();
    }
}
