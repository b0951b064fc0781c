package sectile.python.operator;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.Site;
import sectile.python.value.Values;

/// Python's binary operators on its own values.
public enum Operator {
    ADD("+"),
    SUB("-"),
    MUL("*"),
    DIV("/"),
    FLOOR_DIV("//"),
    MOD("%"),
    POW("**"),
    AND("&"),
    OR("|"),
    XOR("^"),
    LEFT("<<"),
    RIGHT(">>"),
    MATMUL("@");

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public static Optional<Operator> parse(String text) {
        return Arrays.stream(values()).filter(op -> op.text.equals(text)).findFirst();
    }

    /// The operator on two values.
    public Object apply(Object a, Object b, Site site) {
        if (a instanceof Long x && b instanceof Long y) {
            Object result = small(x, y);
            if (result != null) {
                return result;
            }
        }
        Object result = Values.isNumber(a) && Values.isNumber(b) ? numbers(a, b, site) : others(a, b, site);
        if (result == null) {
            throw site.fault(
                    Fault.TYPE,
                    "`" + text + "` does not apply to " + Values.kind(a, site) + " and " + Values.kind(b, site),
                    hint(a, b, site));
        }
        return result;
    }

    /// The result if 64 bits are enough to compute it; null if not.
    private @Nullable Object small(long a, long b) {
        return switch (this) {
            case ADD -> {
                long sum = a + b;
                yield ((a ^ sum) & (b ^ sum)) < 0 ? null : (Object) sum;
            }
            case SUB -> {
                long difference = a - b;
                yield ((a ^ b) & (a ^ difference)) < 0 ? null : (Object) difference;
            }
            case MUL -> {
                long low = a * b;
                yield Math.multiplyHigh(a, b) == low >> 63 ? (Object) low : null;
            }
            case DIV -> IntMath.isExact(a) && IntMath.isExact(b) && b != 0 ? (Object) ((double) a / b) : null;
            case FLOOR_DIV -> b == 0 || (a == Long.MIN_VALUE && b == -1) ? null : (Object) Math.floorDiv(a, b);
            case MOD -> b == 0 ? null : (Object) Math.floorMod(a, b);
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case LEFT -> b < 0 || b >= Long.numberOfLeadingZeros(a < 0 ? ~a : a) ? null : (Object) (a << b);
            case RIGHT -> b < 0 ? null : (Object) (a >> Math.min(b, 63));
            case POW, MATMUL -> null;
        };
    }

    private @Nullable Object numbers(Object a, Object b, Site site) {
        if (a instanceof Boolean x && b instanceof Boolean y) {
            switch (this) {
                case AND -> {
                    return x && y;
                }
                case OR -> {
                    return x || y;
                }
                case XOR -> {
                    return x ^ y;
                }
                case ADD, SUB, MUL, DIV, FLOOR_DIV, MOD, POW, LEFT, RIGHT, MATMUL -> {}
            }
        }
        return Ints.isInt(a) && Ints.isInt(b)
                ? ints(Ints.big(a), Ints.big(b), site)
                : floats(Values.toDouble(a, site), Values.toDouble(b, site), site);
    }

    private @Nullable Object ints(BigInteger a, BigInteger b, Site site) {
        return switch (this) {
            case ADD -> IntMath.checked(a.add(b), site);
            case SUB -> IntMath.checked(a.subtract(b), site);
            case MUL -> IntMath.checked(a.multiply(b), site);
            case DIV -> IntMath.quotient(a, b, site);
            case FLOOR_DIV -> Ints.of(IntMath.floorDivMod(a, b, site)[0]);
            case MOD -> Ints.of(IntMath.floorDivMod(a, b, site)[1]);
            case POW -> b.signum() < 0 ? FloatMath.power(a, b, site) : IntMath.power(a, b, site);
            case AND -> Ints.of(a.and(b));
            case OR -> Ints.of(a.or(b));
            case XOR -> Ints.of(a.xor(b));
            case LEFT -> IntMath.left(a, b, site);
            case RIGHT -> IntMath.right(a, b, site);
            case MATMUL -> null;
        };
    }

    private @Nullable Object floats(double a, double b, Site site) {
        return switch (this) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / FloatMath.divisor(b, site);
            case FLOOR_DIV -> FloatMath.floorDiv(a, FloatMath.divisor(b, site));
            case MOD -> FloatMath.mod(a, FloatMath.divisor(b, site));
            case POW -> FloatMath.power(a, b, site);
            case AND, OR, XOR, LEFT, RIGHT, MATMUL -> null;
        };
    }

    private @Nullable Object others(Object a, Object b, Site site) {
        return switch (this) {
            case ADD -> Joins.join(a, b, site);
            case MUL ->
                Ints.isInt(b)
                        ? Joins.repeat(a, Ints.clamped(b, "the number of repetitions", site), site)
                        : Ints.isInt(a)
                                ? Joins.repeat(b, Ints.clamped(a, "the number of repetitions", site), site)
                                : null;
            case OR -> Joins.merge(a, b, site);
            case SUB, DIV, FLOOR_DIV, MOD, POW, AND, XOR, LEFT, RIGHT, MATMUL -> null;
        };
    }

    private String hint(Object a, Object b, Site site) {
        if (Values.isForeign(a) || Values.isForeign(b)) {
            return site.hint(text, Values.isForeign(a) ? a : b);
        }
        if (this == ADD && (a instanceof String || b instanceof String)) {
            return "join texts with an f-string";
        }
        return this == MOD && a instanceof String ? "format with an f-string" : "";
    }

    /// `-value`.
    public static Object negate(Object value, Site site) {
        return value instanceof Double number ? (Object) (-number) : SUB.apply(0L, unary("-", value, site), site);
    }

    /// `+value`.
    public static Object plus(Object value, Site site) {
        return value instanceof Double ? value : ADD.apply(0L, unary("+", value, site), site);
    }

    /// `~value`.
    public static Object invert(Object value, Site site) {
        if (!Ints.isInt(value)) {
            throw site.fault(Fault.TYPE, "`~` does not apply to " + Values.kind(value, site), site.hint("~", value));
        }
        return SUB.apply(-1L, value, site);
    }

    private static Object unary(String operator, Object value, Site site) {
        if (!Values.isNumber(value)) {
            throw site.fault(
                    Fault.TYPE,
                    "`" + operator + "` does not apply to " + Values.kind(value, site),
                    site.hint(operator, value));
        }
        return value;
    }
}
