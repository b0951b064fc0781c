package sectile.python.format;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A format specification: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`.
///
/// @param fill what pads, a space unless given
/// @param align `<`, `>`, `^` or `=`; `0` for zeros without an alignment; empty unless given
/// @param sign `+`, `-` or a space; empty unless given
/// @param noNegativeZero whether a negative zero loses its sign
/// @param alternate whether a prefix is written, or a decimal point kept
/// @param width the least number of characters
/// @param grouping `,` or `_`; empty unless given
/// @param precision -1 unless given
/// @param type a letter or `%`; empty unless given
record Specification(
        String fill,
        String align,
        String sign,
        boolean noNegativeZero,
        boolean alternate,
        int width,
        String grouping,
        int precision,
        String type) {
    private static final Pattern SYNTAX = Pattern.compile(
            "(?:(.)?([<>^=]))?([-+ ])?(z)?(#)?(0)?(\\d{1,4})?([,_])?(?:\\.(\\d{1,4}))?([bcdeEfFgGnosxX%])?",
            Pattern.DOTALL);

    static Optional<Specification> parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean zeros = matcher.group(6) != null;
        String align = text(matcher.group(2));
        return Optional.of(new Specification(
                matcher.group(1) != null ? matcher.group(1) : zeros ? "0" : " ",
                zeros && align.isEmpty() ? "0" : align,
                text(matcher.group(3)),
                matcher.group(4) != null,
                matcher.group(5) != null,
                number(matcher.group(7), 0),
                text(matcher.group(8)),
                number(matcher.group(9), -1),
                text(matcher.group(10))));
    }

    private static String text(@Nullable String group) {
        return group == null ? "" : group;
    }

    private static int number(@Nullable String group, int otherwise) {
        return group == null ? otherwise : Integer.parseInt(group);
    }
}
