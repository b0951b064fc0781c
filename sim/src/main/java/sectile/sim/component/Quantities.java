package sectile.sim.component;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.yaml.YamlNumber;
import sectile.sim.component.QuantityException.Reason;

/// Makes exact quantities of the numbers in topology files, and writes them for people.
public final class Quantities {
    // More digits than any datasheet, few enough that exact arithmetic on them stays cheap.
    private static final int MAX_DIGITS = 30;
    private static final BigDecimal PS_PER_NS = BigDecimal.valueOf(1000);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    // A small part of the range (37 minutes), so that thousands of the longest times can still be added up.
    private static final BigDecimal MAX_PS = BigDecimal.valueOf(Long.MAX_VALUE >> 12);
    private static final Pattern SIZE = Pattern.compile("([0-9]+)\\s*(B|KiB|MiB|GiB|TiB)?");
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Quantities() {}

    /// A time in nanoseconds, zero or more, as picoseconds.
    public static long nanoseconds(YamlNumber number) throws QuantityException {
        Optional<BigDecimal> finite = number.finite();
        if (finite.isEmpty()) {
            String message = "expected a time in ns, found `" + number + "`";
            throw new QuantityException(Reason.MALFORMED, message, "only rates may be infinite");
        }
        return picoseconds(bounded(finite.get()), number + " ns");
    }

    /// A number of nanoseconds as picoseconds; `shown` is how the user wrote it.
    public static long picoseconds(BigDecimal nanoseconds, String shown) throws QuantityException {
        if (nanoseconds.signum() < 0) {
            throw new QuantityException(Reason.NEGATIVE, "a time of " + shown + " is negative", "use 0 or more");
        }
        BigDecimal picoseconds = nanoseconds.multiply(PS_PER_NS);
        if (picoseconds.compareTo(MAX_PS) > 0) {
            String message = "a time of " + shown + " is longer than the simulator's clock can count";
            String longest = MAX_PS.movePointLeft(12).setScale(0, RoundingMode.DOWN) + "e9";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, "use at most " + longest + " ns");
        }
        if (picoseconds.stripTrailingZeros().scale() > 0) {
            BigDecimal rounded = picoseconds.setScale(0, RoundingMode.HALF_EVEN).divide(PS_PER_NS);
            String message = shown + " is finer than a picosecond, the simulator's unit of time";
            String hint = "the nearest is " + rounded.stripTrailingZeros().toPlainString() + " ns";
            throw new QuantityException(Reason.TOO_FINE, message, hint);
        }
        return picoseconds.longValueExact();
    }

    /// A rate in GB/s, or `inf`.
    public static Bandwidth bandwidth(YamlNumber number) throws QuantityException {
        Optional<BigDecimal> gbs = rate(number, "bandwidth", "GB/s");
        if (gbs.isEmpty()) {
            return Bandwidth.ofInfinite();
        }
        try {
            return Bandwidth.ofGbs(gbs.get());
        } catch (ArithmeticException e) {
            boolean fast = gbs.get().compareTo(BigDecimal.ONE) > 0;
            String message = "a bandwidth of " + number + " GB/s is outside the range of the simulator";
            String hint = fast ? "write `inf` for no limit" : "use a higher rate";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, hint);
        }
    }

    /// A clock in GHz, or `inf`.
    public static Clock clock(YamlNumber number) throws QuantityException {
        Optional<BigDecimal> ghz = rate(number, "clock", "GHz");
        if (ghz.isEmpty()) {
            return Clock.ofInfinite();
        }
        try {
            return Clock.ofGhz(ghz.get());
        } catch (ArithmeticException e) {
            String message = "a clock of " + number + " GHz cannot be held exactly";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, "use fewer digits");
        }
    }

    /// A finite number of zero or more; `expected` says what of.
    public static BigDecimal nonNegative(YamlNumber number, String expected) throws QuantityException {
        Optional<BigDecimal> value = number.finite();
        if (value.isEmpty()) {
            throw new QuantityException(Reason.MALFORMED, "expected " + expected + ", found `" + number + "`", "");
        }
        if (value.get().signum() < 0) {
            String message = "expected " + expected + " of 0 or more, found `" + number + "`";
            throw new QuantityException(Reason.NEGATIVE, message, "");
        }
        return bounded(value.get());
    }

    /// A positive finite factor.
    public static BigDecimal factor(YamlNumber number) throws QuantityException {
        Optional<BigDecimal> value = number.finite();
        if (value.isEmpty()) {
            throw new QuantityException(Reason.MALFORMED, "expected a finite number, found `" + number + "`", "");
        }
        if (value.get().signum() <= 0) {
            String message = "expected a number above 0, found `" + number + "`";
            throw new QuantityException(Reason.NOT_POSITIVE, message, "");
        }
        return bounded(value.get());
    }

    /// A size in bytes: an integer, or one followed by `KiB`, `MiB`, `GiB` or `TiB`.
    public static long bytes(String text) throws QuantityException {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new QuantityException(
                    Reason.MALFORMED,
                    "expected a size, found `" + text + "`",
                    "write whole bytes or a number with KiB, MiB, GiB or TiB, like 48GiB");
        }
        BigDecimal value = bounded(new BigDecimal(matcher.group(1)));
        String unit = matcher.group(2);
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(unit)) {
                value = value.multiply(BigDecimal.valueOf(1L << (10 * i)));
            }
        }
        if (value.compareTo(MAX_LONG) > 0) {
            throw new QuantityException(Reason.OUT_OF_RANGE, "a size of " + text + " does not fit in 63 bits", "");
        }
        return value.longValueExact();
    }

    /// A size the way [#bytes] reads it, in the largest unit that holds it exactly.
    public static String sizeText(long bytes) {
        int unit = 0;
        long value = bytes;
        while (unit + 1 < UNITS.length && value != 0 && value % 1024 == 0) {
            value /= 1024;
            unit++;
        }
        return value + " " + UNITS[unit];
    }

    /// A time in nanoseconds without trailing zeros.
    public static String nanosecondsText(long picoseconds) {
        BigDecimal value = BigDecimal.valueOf(picoseconds, 3).stripTrailingZeros();
        return value.toPlainString() + " ns";
    }

    /// A number with at most three decimals and no trailing zeros, for display.
    public static String short3(double value) {
        if (Double.isInfinite(value)) {
            return "inf";
        }
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    /// A positive rate, or nothing if it is infinite.
    private static Optional<BigDecimal> rate(YamlNumber number, String what, String unit) throws QuantityException {
        if (number.signum() <= 0) {
            String message = "a " + what + " of " + number + " " + unit + " moves nothing";
            throw new QuantityException(Reason.NOT_POSITIVE, message, "use a positive number, or `inf` for no limit");
        }
        Optional<BigDecimal> finite = number.finite();
        return finite.isEmpty() ? finite : Optional.of(bounded(finite.get()));
    }

    private static BigDecimal bounded(BigDecimal value) throws QuantityException {
        boolean tooLong = value.precision() > MAX_DIGITS || Math.abs((long) value.scale()) > MAX_DIGITS;
        if (tooLong) {
            String message = "`" + value + "` has more than " + MAX_DIGITS + " digits";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, "");
        }
        return value;
    }
}
