package sectile.python.value;

import java.math.BigDecimal;
import java.math.MathContext;

/// Floats as text: the shortest digits that read back as the same number, in Python's notation.
public final class FloatText {
    /// From this exponent on, and below the other, the notation is scientific.
    private static final int SCIENTIFIC = 16;

    private static final int SMALLEST_PLAIN = -4;

    private FloatText() {}

    public static String repr(double number) {
        if (!Double.isFinite(number)) {
            return special(number);
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0.0" : "0.0";
        }
        BigDecimal exact = shortest(number);
        int exponent = exact.precision() - exact.scale() - 1;
        String sign = number < 0 ? "-" : "";
        if (exponent >= SMALLEST_PLAIN && exponent < SCIENTIFIC) {
            String plain = exact.abs().toPlainString();
            return sign + (plain.contains(".") ? plain : plain + ".0");
        }
        return sign + scientific(exact.unscaledValue().abs().toString(), exponent);
    }

    /// `inf`, `-inf` and `nan`.
    public static String special(double number) {
        return Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
    }

    /// Digits as `d.ddde+XX`.
    public static String scientific(String digits, int exponent) {
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + exponent("e", exponent);
    }

    /// An exponent of at least two digits, with its sign.
    public static String exponent(String letter, int exponent) {
        int size = Math.abs(exponent);
        return letter + (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + size;
    }

    /// Java prints at least two digits, even where one is enough to identify the number.
    private static BigDecimal shortest(double number) {
        BigDecimal shown = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        BigDecimal one = new BigDecimal(number).round(new MathContext(1));
        return shown.precision() == 2 && one.doubleValue() == number ? one.stripTrailingZeros() : shown;
    }
}
