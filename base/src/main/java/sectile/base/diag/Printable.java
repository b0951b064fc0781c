package sectile.base.diag;

/// Text from elsewhere (file names, sources, what programs print) made safe for a terminal: a control character is
/// replaced by its picture, such as `␛`, so that no name can move the cursor, change colours or forge a line.
public final class Printable {
    private Printable() {}

    /// One line: line breaks and tabs are replaced, too.
    public static String line(String text) {
        return replace(text, false);
    }

    /// Any number of lines: line breaks and tabs stay.
    public static String text(String text) {
        return replace(text, true);
    }

    private static String replace(String text, boolean layout) {
        if (text.codePoints().allMatch(point -> stays(point, layout))) {
            return text;
        }
        var out = new StringBuilder(text.length());
        text.codePoints().forEach(point -> out.appendCodePoint(stays(point, layout) ? point : picture(point)));
        return out.toString();
    }

    private static boolean stays(int point, boolean layout) {
        return (layout && (point == '\n' || point == '\t')) || picture(point) == point;
    }

    /// A visible replacement for a control character; any other code point as it is.
    static int picture(int point) {
        if (point < 0x20) {
            return 0x2400 + point;
        }
        if (point == 0x7f) {
            return 0x2421;
        }
        boolean hidden = switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
        return hidden ? 0xfffd : point;
    }
}
