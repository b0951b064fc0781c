package sectile.python.format;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import sectile.python.value.FloatText;

/// The digits of a float that is not negative, by the type of its format. They are rounded once, ties to even.
final class FloatDigits {
    private static final int PRECISION = 6;
    private static final int SMALLEST_PLAIN = -4;

    private FloatDigits() {}

    /// @param type `f`, `%`, `e`, `g`, `n`, or empty for what `repr` shows
    /// @param precision -1 for that of the type
    static String of(double number, String type, int precision, boolean alternate) {
        int places = precision < 0 ? PRECISION : precision;
        return switch (type) {
            case "f", "%" -> point(fixed(number, places), alternate && places == 0);
            case "e" -> scientific(number, places + 1, alternate, true);
            case "" -> precision < 0 ? FloatText.repr(number) : general(number, Math.max(1, places), alternate, true);
            default -> general(number, Math.max(1, places), alternate, false);
        };
    }

    private static String fixed(double number, int places) {
        return new BigDecimal(number).setScale(places, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String point(String digits, boolean needed) {
        return needed ? digits + "." : digits;
    }

    private static BigDecimal rounded(double number, int digits) {
        return new BigDecimal(number).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }

    private static int exponent(BigDecimal number) {
        return number.signum() == 0 ? 0 : number.precision() - number.scale() - 1;
    }

    private static String scientific(double number, int digits, boolean alternate, boolean zeros) {
        BigDecimal rounded = rounded(number, digits);
        StringBuilder shown = new StringBuilder(rounded.unscaledValue().toString());
        while (shown.length() < digits) {
            shown.append('0');
        }
        while (!zeros && shown.length() > 1 && shown.charAt(shown.length() - 1) == '0') {
            shown.setLength(shown.length() - 1);
        }
        if (shown.length() > 1 || alternate) {
            shown.insert(1, '.');
        }
        return shown + FloatText.exponent("e", exponent(rounded));
    }

    /// @param likeRepr with a digit after the point, as `repr` has it
    private static String general(double number, int digits, boolean alternate, boolean likeRepr) {
        BigDecimal rounded = rounded(number, digits);
        int exponent = exponent(rounded);
        if (exponent < SMALLEST_PLAIN || exponent >= digits - (likeRepr ? 1 : 0)) {
            return scientific(number, digits, alternate, alternate);
        }
        BigDecimal plain = rounded.setScale(digits - 1 - exponent, RoundingMode.HALF_EVEN);
        String text = alternate
                ? plain.toPlainString()
                : plain.signum() == 0 ? "0" : plain.stripTrailingZeros().toPlainString();
        return text.contains(".") ? text : likeRepr ? text + ".0" : point(text, alternate);
    }
}
