package sectile.base.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Numbers as people read them: three significant digits and the unit that keeps them short. The same in every
/// locale.
public final class Units {
    private static final String[] TIMES = {"ps", "ns", "µs", "ms", "s"};
    private static final String[] ENERGIES = {"pJ", "nJ", "µJ", "mJ", "J"};
    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] RATES = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
    private static final String[] OPERATIONS = {"OP/s", "kOP/s", "MOP/s", "GOP/s", "TOP/s", "POP/s"};

    private Units() {}

    /// Picoseconds, like `1.50 µs`.
    public static String time(double picoseconds) {
        return scaled(picoseconds, 1000, TIMES);
    }

    /// Picoseconds, like `1.50 µs`.
    public static String time(long picoseconds) {
        return time((double) picoseconds);
    }

    /// Picojoules, like `1.50 µJ`.
    public static String energy(double picojoules) {
        return scaled(picojoules, 1000, ENERGIES);
    }

    /// Bytes, like `16.0 MiB`.
    public static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    /// Bytes, like `16.0 MiB`.
    public static String bytes(double bytes) {
        return scaled(bytes, 1024, SIZES);
    }

    /// Bytes per second, like `3.20 GB/s`.
    public static String rate(double bytesPerSecond) {
        return scaled(bytesPerSecond, 1000, RATES);
    }

    /// Operations per second, like `591.4 GOP/s`.
    public static String operationRate(double perSecond) {
        if (!Double.isFinite(perSecond)) {
            return special(perSecond);
        }
        double value = perSecond;
        int unit = 0;
        while (value >= 999.5 && unit < OPERATIONS.length - 1) {
            value /= 1000;
            unit++;
        }
        return number(value) + " " + OPERATIONS[unit];
    }

    /// The rate of a transfer; not a number if it took no time.
    public static double bytesPerSecond(long bytes, long picoseconds) {
        return picoseconds == 0 ? Double.NaN : bytes * 1e12 / picoseconds;
    }

    /// A part of one, like `12.5 %`.
    public static String percent(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.1f %%", ratio * 100) : special(ratio);
    }

    /// A number of things, like `1 rank` or `1,024 ranks`.
    public static String counted(long value, String thing) {
        return count(value) + " " + thing + (value == 1 ? "" : "s");
    }

    /// Digits in groups of three, like `1,234,567`.
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// Up to four significant digits, like `0.1235`, `12,350` or `1.235e-7`.
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return special(value);
        }
        var rounded = new BigDecimal(value).round(new MathContext(4, RoundingMode.HALF_EVEN));
        double magnitude = Math.abs(rounded.doubleValue());
        if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e15)) {
            return String.format(Locale.ROOT, "%.3e", value);
        }
        if (magnitude >= 1e4) {
            return count(rounded.longValue());
        }
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private static String scaled(double value, int base, String[] units) {
        if (!Double.isFinite(value)) {
            return special(value);
        }
        double rest = Math.abs(value);
        int unit = 0;
        // 999.5 would print as 1000, so it moves on to 1.00 of the next unit; likewise 1023.5.
        while (unit + 1 < units.length && rest >= base - 0.5) {
            rest /= base;
            unit++;
        }
        String digits;
        if (unit == 0 && rest == Math.rint(rest)) {
            digits = String.format(Locale.ROOT, "%.0f", rest);
        } else {
            digits = String.format(Locale.ROOT, rest < 9.995 ? "%.2f" : rest < 99.95 ? "%.1f" : "%.0f", rest);
        }
        return (value < 0 ? "-" : "") + digits + " " + units[unit];
    }

    private static String special(double value) {
        return Double.isNaN(value) ? "–" : value > 0 ? "∞" : "-∞";
    }
}
