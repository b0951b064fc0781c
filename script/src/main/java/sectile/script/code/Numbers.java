package sectile.script.code;

import java.math.BigDecimal;
import java.math.RoundingMode;
import sectile.base.diag.Span;
import sectile.script.value.Problems;
import sectile.script.value.Text;
import sectile.script.value.Values;

/// `int`, `float` and `round`.
final class Numbers {
    private Numbers() {}

    static Object whole(Object value, Span at) {
        switch (value) {
            case Double number -> {
                if (Double.isNaN(number) || Math.abs(number) >= 0x1p63) {
                    throw Problems.at(at, "TL-203", Text.repr(value) + " is no int of 64 bits", "");
                }
                return (long) (double) number;
            }
            case String text -> {
                try {
                    return Long.parseLong(text.strip().replace("_", ""));
                } catch (NumberFormatException e) {
                    throw Problems.at(at, "TL-207", Text.repr(text) + " is no int", "");
                }
            }
            default -> {
                return Operations.whole(value, "the argument of int", at);
            }
        }
    }

    static Object real(Object value, Span at) {
        if (value instanceof String text) {
            try {
                return switch (text.strip()) {
                    case "inf", "+inf" -> Double.POSITIVE_INFINITY;
                    case "-inf" -> Double.NEGATIVE_INFINITY;
                    case "nan" -> Double.NaN;
                    default -> Double.parseDouble(text.strip().replace("_", ""));
                };
            } catch (NumberFormatException e) {
                throw Problems.at(at, "TL-207", Text.repr(text) + " is no float", "");
            }
        }
        if (Values.isNumber(value)) {
            return Values.toDouble(value);
        }
        throw Problems.at(at, "TL-207", "the argument of float is a number, not " + Values.kind(value), "");
    }

    /// Halves go to the even neighbour, as in Python.
    static Object round(Activation run, Object[] a, Span at) {
        if (!Values.isNumber(a[0])) {
            throw Problems.at(at, "TL-207", "the argument of round is a number, not " + Values.kind(a[0]), "");
        }
        if (a.length == 1) {
            return a[0] instanceof Double number ? whole(Math.rint(number), at) : whole(a[0], at);
        }
        long places = Math.clamp(Operations.whole(a[1], "the places of round", at), -400, 400);
        double number = Values.toDouble(a[0]);
        if (!Double.isFinite(number)) {
            return number;
        }
        BigDecimal rounded = new BigDecimal(number).setScale((int) places, RoundingMode.HALF_EVEN);
        return a[0] instanceof Double ? (Object) rounded.doubleValue() : (Object) rounded.longValue();
    }
}
