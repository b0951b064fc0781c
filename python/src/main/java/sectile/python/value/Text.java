package sectile.python.value;

import java.util.ArrayList;
import java.util.List;

/// What `str` and `repr` return.
public final class Text {
    private static final int SHORT = 80;

    private Text() {}

    public static String str(Object value) {
        return value instanceof String text ? text : repr(value);
    }

    public static String repr(Object value) {
        return switch (value) {
            case String text -> quoted(text);
            case Boolean truth -> truth ? "True" : "False";
            case Double number -> FloatText.repr(number);
            case TupleValue tuple -> tuple.size() == 1 ? "(" + repr(tuple.at(0)) + ",)" : "(" + elements(tuple) + ")";
            case ListValue list -> "[" + elements(list) + "]";
            case DictValue dict -> "{" + entries(dict) + "}";
            default -> value.toString();
        };
    }

    /// For messages: not more than a line of it.
    public static String shortened(String text) {
        return text.length() <= SHORT ? text : text.substring(0, SHORT - 1) + "…";
    }

    private static String elements(Sequence sequence) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < sequence.size(); i++) {
            texts.add(repr(sequence.at(i)));
        }
        return String.join(", ", texts);
    }

    private static String entries(DictValue dict) {
        List<String> texts = new ArrayList<>();
        TupleValue items = dict.items();
        for (int i = 0; i < items.size(); i++) {
            TupleValue item = (TupleValue) items.at(i);
            texts.add(repr(item.at(0)) + ": " + repr(item.at(1)));
        }
        return String.join(", ", texts);
    }

    private static String quoted(String text) {
        char quote = text.contains("'") && !text.contains("\"") ? '"' : '\'';
        StringBuilder out = new StringBuilder().append(quote);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == quote) {
                        out.append('\\').append(quote);
                    } else if (isPrintable(c)) {
                        out.appendCodePoint(c);
                    } else {
                        out.append(String.format(c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
                    }
                }
            }
        });
        return out.append(quote).toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
