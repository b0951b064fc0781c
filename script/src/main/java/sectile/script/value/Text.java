package sectile.script.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/// What `str` and `repr` show.
public final class Text {
    private Text() {}

    public static String str(Object value) {
        return value instanceof String text ? text : repr(value);
    }

    public static String repr(Object value) {
        return switch (value) {
            case String text -> quoted(text);
            case Boolean truth -> truth ? "True" : "False";
            case Double number -> real(number);
            case TupleValue tuple -> tuple.size() == 1 ? "(" + repr(tuple.at(0)) + ",)" : "(" + elements(tuple) + ")";
            case ListValue list -> "[" + elements(list) + "]";
            case DictValue dict -> "{" + entries(dict) + "}";
            default -> value.toString();
        };
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
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == quote) {
                        out.append('\\');
                    }
                    out.append(c);
                }
            }
        }
        return out.append(quote).toString();
    }

    /// Java shows two digits at least, even where one is enough to give the number back.
    private static BigDecimal shortest(double number) {
        BigDecimal shown = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        BigDecimal one = new BigDecimal(number).round(new MathContext(1));
        return shown.precision() == 2 && one.doubleValue() == number ? one.stripTrailingZeros() : shown;
    }

    /// The shortest digits that give the number back, in Python's form.
    static String real(double number) {
        if (Double.isNaN(number)) {
            return "nan";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0.0" : "0.0";
        }
        BigDecimal exact = shortest(number);
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - exact.scale() - 1;
        String sign = number < 0 ? "-" : "";
        if (exponent >= -4 && exponent < 16) {
            String plain = exact.abs().toPlainString();
            return sign + (plain.contains(".") ? plain : plain + ".0");
        }
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        int size = Math.abs(exponent);
        return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + size;
    }
}
