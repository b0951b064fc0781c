package sectile.base.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A number exactly as written, or infinity. There is no NaN.
public sealed interface YamlNumber {
    record Finite(BigDecimal value) implements YamlNumber {
        @Override
        public String toString() {
            return value.toString();
        }
    }

    record Infinite(boolean negative) implements YamlNumber {
        @Override
        public String toString() {
            return negative ? "-inf" : "inf";
        }
    }

    /// The nearest double.
    default double toDouble() {
        return switch (this) {
            case Finite(BigDecimal value) -> value.doubleValue();
            case Infinite(boolean negative) -> negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        };
    }

    default int signum() {
        return switch (this) {
            case Finite(BigDecimal value) -> value.signum();
            case Infinite(boolean negative) -> negative ? -1 : 1;
        };
    }

    default boolean isInfinite() {
        return this instanceof Infinite;
    }

    /// The exact value; empty if this is infinite.
    default Optional<BigDecimal> finite() {
        return this instanceof Finite(BigDecimal value) ? Optional.of(value) : Optional.empty();
    }

    /// The value as a long, if it is whole and fits; `1e3` and `4.0` are whole.
    default Optional<Long> toLong() {
        return finite().flatMap(value -> {
            // The size is looked at first: 1e9999 must not become ten thousand digits.
            if (value.precision() - value.scale() > 19) {
                return Optional.empty();
            }
            try {
                return Optional.of(value.longValueExact());
            } catch (ArithmeticException notWholeOrTooLarge) {
                return Optional.empty();
            }
        });
    }

    static YamlNumber of(long value) {
        return new Finite(BigDecimal.valueOf(value));
    }

    static YamlNumber of(BigDecimal value) {
        return new Finite(value);
    }

    /// Reads the numbers of YAML's core schema: decimal, `0x`, `0o`, exponents up to four digits, `.inf`; and
    /// plain `inf`.
    static Optional<YamlNumber> parse(String text) {
        if (text.isEmpty() || text.length() > Format.MAX_LENGTH) {
            return Optional.empty();
        }
        Matcher infinite = Format.INFINITE.matcher(text);
        if (infinite.matches()) {
            return Optional.of(new Infinite(text.startsWith("-")));
        }
        if (Format.HEX.matcher(text).matches()) {
            return Optional.of(of(new BigDecimal(new BigInteger(text.substring(2), 16))));
        }
        if (Format.OCTAL.matcher(text).matches()) {
            return Optional.of(of(new BigDecimal(new BigInteger(text.substring(2), 8))));
        }
        return Format.DECIMAL.matcher(text).matches() ? Optional.of(of(new BigDecimal(text))) : Optional.empty();
    }
}

/// The written forms, apart from the interface so that they stay private to the package.
final class Format {
    static final int MAX_LENGTH = 1000;
    static final Pattern INFINITE = Pattern.compile("[-+]?\\.?(inf|Inf|INF)");
    static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]+");
    static final Pattern OCTAL = Pattern.compile("0o[0-7]+");
    static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,4})?");

    private Format() {}
}
