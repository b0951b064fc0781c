package sectile.base.json;

import java.math.BigDecimal;
import java.util.function.Consumer;

/// Strings and numbers as JSON writes them.
final class JsonText {
    private static final double PLAIN_FROM = 1e-6;
    private static final double PLAIN_TO = 1e21;

    private JsonText() {}

    /// Gives the quoted text to the sink. Besides what JSON requires it escapes lone surrogates (no encoding
    /// has them), the line ends that JavaScript knows and JSON does not, and the `<` of what HTML could take
    /// for the end of a script.
    static void quote(String text, Consumer<CharSequence> sink) {
        sink.accept("\"");
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            String escape = escape(text, i);
            if (!escape.isEmpty()) {
                sink.accept(text.substring(done, i));
                sink.accept(escape);
                done = i + 1;
            }
        }
        sink.accept(done == 0 ? text : text.substring(done));
        sink.accept("\"");
    }

    private static String escape(String text, int at) {
        char character = text.charAt(at);
        return switch (character) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '<' -> {
                char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
                yield next == '/' || next == '!' ? unicode(character) : "";
            }
            case '\u2028', '\u2029', '\u007f' -> unicode(character);
            default -> character < 0x20 || isLoneSurrogate(text, at) ? unicode(character) : "";
        };
    }

    private static boolean isLoneSurrogate(String text, int at) {
        char character = text.charAt(at);
        if (Character.isHighSurrogate(character)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(character) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    private static String unicode(char character) {
        return String.format("\\u%04x", (int) character);
    }

    static String number(double number) {
        return number(number, Double.toString(number));
    }

    static String number(float number) {
        return number(number, Float.toString(number));
    }

    /// Java finds the fewest digits; the notation is JavaScript's: plain from a millionth to 10^21, else with
    /// an exponent.
    private static String number(double number, String digits) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("JSON has no " + digits);
        }
        double magnitude = Math.abs(number);
        if (number == 0) {
            return digits.startsWith("-") ? "-0" : "0";
        }
        if (magnitude >= PLAIN_FROM && magnitude < PLAIN_TO) {
            return new BigDecimal(digits).stripTrailingZeros().toPlainString();
        }
        return digits.replace(".0E", "e").replace('E', 'e');
    }
}
