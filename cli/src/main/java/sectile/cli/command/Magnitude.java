package sectile.cli.command;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A number as the options for counts and sizes take it: 8, 64K, 4M or 1G, where K is 1,024.
final class Magnitude {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})([KMG]?)");

    private Magnitude() {}

    /// The number; empty if the text has another form, or the number more than 63 bits.
    static OptionalLong parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        long unit = switch (matcher.group(2)) {
            case "K" -> 1L << 10;
            case "M" -> 1L << 20;
            case "G" -> 1L << 30;
            default -> 1;
        };
        try {
            return OptionalLong.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
        } catch (ArithmeticException tooLarge) {
            return OptionalLong.empty();
        }
    }

    /// The number if it lies in a range.
    ///
    /// @throws BadValue if it does not
    static long parse(String option, String text, long least, long most) {
        OptionalLong value = parse(text);
        if (value.isEmpty() || value.getAsLong() < least || value.getAsLong() > most) {
            throw new BadValue(option, text, "an integer from " + least + " to " + most + ", such as 8, 64K or 4M");
        }
        return value.getAsLong();
    }
}
