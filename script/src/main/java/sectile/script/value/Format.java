package sectile.script.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Span;

/// The part of Python's format specifications that an f-string of a kernel may use: `[[fill]align][sign][0][width][,]
/// [.precision][type]`, with the types d, x, X, b, o, e, f, g, % and s.
public final class Format {
    private static final Pattern SPECIFICATION =
            Pattern.compile("(?:(.)?([<>^]))?([+ ])?(#)?(0)?(\\d{1,4})?(,)?(?:\\.(\\d{1,3}))?([bdeEfFgosxX%])?");

    private Format() {}

    public static String apply(Object value, String specification, Span at) {
        if (specification.isEmpty()) {
            return Text.str(value);
        }
        Matcher matcher = SPECIFICATION.matcher(specification);
        if (!matcher.matches()) {
            throw unknown(value, specification, at);
        }
        String type = matcher.group(9) == null ? "" : matcher.group(9);
        int precision = matcher.group(8) == null ? -1 : Integer.parseInt(matcher.group(8));
        boolean number = Values.isNumber(value);
        String text;
        if (number && !type.equals("s")) {
            text = number(
                    value, type, precision, matcher.group(4) != null, matcher.group(7) != null, specification, at);
            String sign = matcher.group(3);
            if (sign != null && !text.startsWith("-")) {
                text = sign + text;
            }
        } else if (type.isEmpty() || type.equals("s")) {
            text = Text.str(value);
            text = precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
        } else {
            throw unknown(value, specification, at);
        }
        int width = matcher.group(6) == null ? 0 : Integer.parseInt(matcher.group(6));
        boolean zeros = matcher.group(5) != null && matcher.group(2) == null && number;
        return zeros ? zeroPadded(text, width) : padded(text, width, matcher.group(1), matcher.group(2), number);
    }

    private static String number(
            Object value, String type, int precision, boolean prefix, boolean commas, String specification, Span at) {
        Long whole = Values.toLong(value);
        boolean real = whole == null || "eEfFg%".contains(type.isEmpty() ? "-" : type);
        if (whole != null && !real && precision < 0) {
            String digits = switch (type) {
                case "x" -> radix(whole, 16, prefix ? "0x" : "");
                case "X" -> radix(whole, 16, prefix ? "0x" : "").toUpperCase(Locale.ROOT);
                case "b" -> radix(whole, 2, prefix ? "0b" : "");
                case "o" -> radix(whole, 8, prefix ? "0o" : "");
                default -> Long.toString(whole);
            };
            return commas ? grouped(digits) : digits;
        }
        if (!type.isEmpty() && "dxXbo".contains(type)) {
            throw unknown(value, specification, at);
        }
        double number = Values.toDouble(value);
        if (!Double.isFinite(number)) {
            return Text.real(number);
        }
        int places = precision < 0 ? 6 : precision;
        String text = switch (type) {
            case "f", "F" -> fixed(number, places);
            case "%" -> fixed(number * 100, places) + "%";
            case "e" -> String.format(Locale.ROOT, "%." + places + "e", number);
            case "E" -> String.format(Locale.ROOT, "%." + places + "E", number);
            default -> precision < 0 && type.isEmpty() ? Text.real(number) : general(number, places);
        };
        return commas ? grouped(text) : text;
    }

    private static String fixed(double number, int places) {
        String text =
                new BigDecimal(number).setScale(places, RoundingMode.HALF_EVEN).toPlainString();
        return number < 0 && !text.startsWith("-") ? "-" + text : text;
    }

    private static String general(double number, int places) {
        int significant = Math.max(1, places);
        if (number == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(number).round(new java.math.MathContext(significant));
        int exponent = rounded.precision() - rounded.scale() - 1;
        BigDecimal plain = rounded.stripTrailingZeros();
        if (exponent >= -4 && exponent < significant) {
            return plain.toPlainString();
        }
        String digits = plain.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return (number < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+")
                + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    private static String radix(long number, int radix, String prefix) {
        String digits = Long.toString(number, radix);
        return number < 0 ? "-" + prefix + digits.substring(1) : prefix + digits;
    }

    private static String grouped(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        int end = text.indexOf('.') < 0 ? text.length() : text.indexOf('.');
        StringBuilder out = new StringBuilder(text);
        for (int i = end - 3; i > start; i -= 3) {
            out.insert(i, ',');
        }
        return out.toString();
    }

    private static String zeroPadded(String text, int width) {
        int sign = !text.isEmpty() && "+- ".indexOf(text.charAt(0)) >= 0 ? 1 : 0;
        return text.substring(0, sign) + "0".repeat(Math.max(0, width - text.length())) + text.substring(sign);
    }

    private static String padded(
            String text,
            int width,
            @org.jspecify.annotations.Nullable String fill,
            @org.jspecify.annotations.Nullable String align,
            boolean number) {
        int missing = Math.max(0, width - text.codePointCount(0, text.length()));
        String with = fill == null ? " " : fill;
        String how = align == null ? (number ? ">" : "<") : align;
        int before = how.equals(">") ? missing : how.equals("<") ? 0 : missing / 2;
        return with.repeat(before) + text + with.repeat(missing - before);
    }

    private static RuntimeException unknown(Object value, String specification, Span at) {
        return Problems.at(
                at,
                "TL-213",
                "the format `" + specification + "` does not go with " + Values.kind(value),
                "formats are [fill][<>^][+][0][width][,][.precision] and one of d x b o e f g % s");
    }
}
