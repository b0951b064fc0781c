package sectile.python.builtin;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.python.value.Fault;
import sectile.python.value.FloatText;
import sectile.python.value.Ints;
import sectile.python.value.None;
import sectile.python.value.Site;
import sectile.python.value.Sizes;
import sectile.python.value.Text;
import sectile.python.value.Values;

/// `int`, `float`, `round`, and numbers as text in other bases.
final class Conversions {
    private static final Pattern INT =
            Pattern.compile("([+-]?)(0[xX]_?|0[bB]_?|0[oO]_?)?([0-9a-zA-Z]+(?:_[0-9a-zA-Z]+)*)");
    private static final String DIGITS = "\\d+(?:_\\d+)*";
    private static final Pattern FLOAT = Pattern.compile(
            "[+-]?(?:" + DIGITS + "\\.?(?:" + DIGITS + ")?|\\." + DIGITS + ")(?:[eE][+-]?" + DIGITS + ")?");
    private static final Pattern SPECIAL = Pattern.compile("([+-]?)(?:(inf|infinity)|nan)");
    /// No float has more digits before the point, or behind it.
    private static final int MOST_PLACES = 1100;

    private Conversions() {}

    static Object toInt(Object[] a, Site site) {
        if (a.length == 0) {
            return 0L;
        }
        if (a.length == 2) {
            if (!(a[0] instanceof String text)) {
                throw site.fault(Fault.TYPE, "int with a base converts strings, not " + Values.kind(a[0], site));
            }
            return parse(text, Ints.small(a[1], "the base", site), site);
        }
        return switch (a[0]) {
            case Double number -> truncated(number, site);
            case String text -> parse(text, 10, site);
            default -> {
                if (!Ints.isInt(a[0])) {
                    throw site.fault(
                            Fault.TYPE,
                            "int converts numbers and strings, not " + Values.kind(a[0], site),
                            site.hint("int", a[0]));
                }
                yield Ints.of(Ints.big(a[0]));
            }
        };
    }

    static Object truncated(double number, Site site) {
        if (Double.isNaN(number)) {
            throw site.fault(Fault.VALUE, "nan cannot be converted to an int");
        }
        if (Double.isInfinite(number)) {
            throw site.fault(Fault.OVERFLOW, FloatText.special(number) + " cannot be converted to an int");
        }
        return Math.abs(number) < 0x1p63 ? (Object) (long) number : new BigDecimal(number).toBigInteger();
    }

    private static Object parse(String text, long base, Site site) {
        if (base != 0 && (base < 2 || base > Character.MAX_RADIX)) {
            throw site.fault(Fault.VALUE, "the base must be 0 or 2 to 36, not " + base);
        }
        Matcher matcher = INT.matcher(text.strip());
        if (matcher.matches()) {
            String prefix = matcher.group(2) == null
                    ? ""
                    : matcher.group(2).substring(0, 2).toLowerCase(Locale.ROOT);
            int named = switch (prefix) {
                case "0x" -> 16;
                case "0b" -> 2;
                case "0o" -> 8;
                default -> 10;
            };
            boolean prefixed = !prefix.isEmpty() && (base == 0 || base == named);
            String digits = (prefixed || matcher.group(2) == null ? "" : matcher.group(2)) + matcher.group(3);
            int radix = base == 0 ? named : (int) base;
            boolean padded = base == 0 && !prefixed && digits.matches("0+_?[1-9].*");
            Sizes.bits(digits.length() * 3L, site);
            try {
                if (!padded) {
                    return Ints.of(new BigInteger(matcher.group(1).replace("+", "") + digits.replace("_", ""), radix));
                }
            } catch (NumberFormatException e) {
                // A digit that the base does not have.
            }
        }
        throw site.fault(
                Fault.VALUE,
                Text.shortened(Text.repr(text)) + " is not an int" + (base == 10 ? "" : " in base " + base));
    }

    static Object toFloat(Object[] a, Site site) {
        if (a.length == 0) {
            return 0.0;
        }
        if (!(a[0] instanceof String text)) {
            if (!Values.isNumber(a[0])) {
                throw site.fault(
                        Fault.TYPE,
                        "float converts numbers and strings, not " + Values.kind(a[0], site),
                        site.hint("float", a[0]));
            }
            return Values.toDouble(a[0], site);
        }
        String plain = text.strip();
        Matcher special = SPECIAL.matcher(plain.toLowerCase(Locale.ROOT));
        if (special.matches()) {
            return special.group(2) == null
                    ? Double.NaN
                    : special.group(1).equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (!FLOAT.matcher(plain).matches()) {
            throw site.fault(Fault.VALUE, Text.shortened(Text.repr(text)) + " is not a float");
        }
        return Double.parseDouble(plain.replace("_", ""));
    }

    /// Ties go to the even neighbour.
    static Object round(Object[] a, Site site) {
        if (!Values.isNumber(a[0])) {
            throw site.fault(
                    Fault.TYPE, "round takes a number, not " + Values.kind(a[0], site), site.hint("round", a[0]));
        }
        boolean whole = a.length == 1 || a[1] == None.NONE;
        if (a[0] instanceof Double number) {
            return whole
                    ? truncated(Math.rint(number), site)
                    : (Object) rounded(number, Ints.clamped(a[1], "the number of places", site), site);
        }
        BigInteger number = Ints.big(a[0]);
        long places = whole ? 0 : Ints.clamped(a[1], "the number of places", site);
        if (places >= 0) {
            return Ints.of(number);
        }
        if (places < -Sizes.BITS) {
            return 0L;
        }
        return Ints.of(new BigDecimal(number)
                .setScale((int) places, RoundingMode.HALF_EVEN)
                .toBigIntegerExact());
    }

    private static double rounded(double number, long places, Site site) {
        if (!Double.isFinite(number) || number == 0 || places > MOST_PLACES) {
            return number;
        }
        int scale = (int) Math.max(places, -MOST_PLACES);
        double result =
                new BigDecimal(number).setScale(scale, RoundingMode.HALF_EVEN).doubleValue();
        if (Double.isInfinite(result)) {
            throw site.fault(Fault.OVERFLOW, "the rounded value is too large for a float");
        }
        return Math.copySign(result, number);
    }

    /// `hex`, `oct` and `bin`.
    static String inBase(Object value, int radix, String prefix, Site site) {
        if (!Ints.isInt(value)) {
            throw site.fault(Fault.TYPE, "expected an int, not " + Values.kind(value, site));
        }
        BigInteger number = Ints.big(value);
        return (number.signum() < 0 ? "-" : "") + prefix + number.abs().toString(radix);
    }
}
