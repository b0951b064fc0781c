package sectile.base.limit;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Numbers of bytes as people write and read them, in powers of 1024.
public final class ByteSize {
    private static final String UNITS = "KMGTPE";
    private static final Pattern OPTION = Pattern.compile("(\\d{1,18})([KMGT]?)(?:i?B)?");

    private ByteSize() {}

    /// `512 B`, `1.5 GiB`.
    public static String text(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        int unit = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
        double value = bytes / (double) (1L << (10 * unit));
        String digits = String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
        return (digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits) + " "
                + UNITS.charAt(unit - 1) + "iB";
    }

    /// As an option takes it, rounded up: `2G`, `300M`.
    public static String option(long bytes) {
        int unit = bytes < 1L << 30 ? 2 : 3;
        return Math.ceilDiv(bytes, 1L << (10 * unit)) + String.valueOf(UNITS.charAt(unit - 1));
    }

    /// Reads `4G`, `512MiB`, `65536`. Empty if the text is not a number of bytes of at least 1.
    public static OptionalLong parse(String text) {
        Matcher matcher = OPTION.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int unit = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
        long count = Long.parseLong(matcher.group(1));
        return count < 1 || count > Long.MAX_VALUE >> (10 * unit)
                ? OptionalLong.empty()
                : OptionalLong.of(count << (10 * unit));
    }
}
