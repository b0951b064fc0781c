package sectile.sim.topology;

import java.util.Locale;
import sectile.sim.component.Quantities;

/// Large numbers for people: three significant digits and a unit prefix.
final class Figures {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E", "Z"};
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Figures() {}

    /// `13.1 TFLOP/s`
    static String flops(double perSecond) {
        return Double.isInfinite(perSecond) ? "no limit" : scaled(perSecond, 0) + "FLOP/s";
    }

    /// `2.05 TB/s`, of a number of GB/s.
    static String rate(double gbs) {
        return gbs == 0 ? "none" : Double.isInfinite(gbs) ? "no limit" : scaled(gbs, 3) + "B/s";
    }

    /// `1.5 TiB`
    static String size(double bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit + 1 < BINARY.length) {
            value /= 1024;
            unit++;
        }
        return three(value) + " " + BINARY[unit];
    }

    /// `102,400`
    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// `1 cube`, `2 cubes`
    static String count(long value, String noun) {
        return count(value) + " " + noun + (value == 1 ? "" : "s");
    }

    private static String scaled(double number, int prefix) {
        double value = number;
        int unit = prefix;
        while (value >= 1000 && unit + 1 < PREFIXES.length) {
            value /= 1000;
            unit++;
        }
        return three(value) + " " + PREFIXES[unit];
    }

    private static String three(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        double factor = Math.pow(10, decimals);
        return Quantities.short3(Math.round(value * factor) / factor);
    }
}
