package sectile.python.builtin;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import sectile.python.operator.FloatMath;
import sectile.python.operator.Operator;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.Sizes;
import sectile.python.value.Values;

/// Python's module `math`. Transcendental functions are those of `StrictMath`, the same on every machine; CPython takes
/// them from the C library, which may differ in the last digit.
public final class MathModule {
    public static final String NAME = "math";

    private static final Map<String, Double> CONSTANTS = Map.of(
            "pi", Math.PI,
            "e", Math.E,
            "tau", 2 * Math.PI,
            "inf", Double.POSITIVE_INFINITY,
            "nan", Double.NaN);
    private static final Map<String, Builtin> FUNCTIONS = functions();

    private MathModule() {}

    /// The value of a constant, such as `pi`.
    public static Optional<Double> constant(String name) {
        return Optional.ofNullable(CONSTANTS.get(name));
    }

    public static Optional<Builtin> function(String name) {
        return Optional.ofNullable(FUNCTIONS.get(name));
    }

    /// All names, of functions and constants.
    public static List<String> names() {
        return java.util.stream.Stream.concat(FUNCTIONS.keySet().stream(), CONSTANTS.keySet().stream())
                .sorted()
                .toList();
    }

    private static Map<String, Builtin> functions() {
        Map<String, Builtin> all = new LinkedHashMap<>();
        unary(all, "sqrt", Math::sqrt);
        unary(all, "cbrt", StrictMath::cbrt);
        unary(all, "exp", StrictMath::exp);
        unary(all, "exp2", x -> StrictMath.pow(2, x));
        unary(all, "expm1", StrictMath::expm1);
        unary(all, "log1p", StrictMath::log1p);
        unary(all, "sin", StrictMath::sin);
        unary(all, "cos", StrictMath::cos);
        unary(all, "tan", StrictMath::tan);
        unary(all, "asin", StrictMath::asin);
        unary(all, "acos", StrictMath::acos);
        unary(all, "atan", StrictMath::atan);
        unary(all, "sinh", StrictMath::sinh);
        unary(all, "cosh", StrictMath::cosh);
        unary(all, "tanh", StrictMath::tanh);
        unary(all, "fabs", Math::abs);
        unary(all, "degrees", x -> x * (180 / Math.PI));
        unary(all, "radians", x -> x * (Math.PI / 180));
        binary(all, "atan2", StrictMath::atan2);
        binary(all, "copysign", Math::copySign);
        binary(all, "fmod", (x, y) -> x % y);
        binary(all, "remainder", Math::IEEEremainder);
        test(all, "isnan", Double::isNaN);
        test(all, "isinf", Double::isInfinite);
        test(all, "isfinite", Double::isFinite);
        add(all, "log", 1, 2, MathModule::log);
        add(all, "log2", 1, 1, (a, site) -> Logarithms.ofInt(a[0], 2, site));
        add(all, "log10", 1, 1, (a, site) -> Logarithms.ofInt(a[0], 10, site));
        add(all, "pow", 2, 2, (a, site) -> FloatMath.power(number(a[0], site), number(a[1], site), site));
        add(all, "floor", 1, 1, (a, site) -> integral(a[0], RoundingMode.FLOOR, site));
        add(all, "ceil", 1, 1, (a, site) -> integral(a[0], RoundingMode.CEILING, site));
        add(all, "trunc", 1, 1, (a, site) -> integral(a[0], RoundingMode.DOWN, site));
        add(all, "hypot", 0, Builtin.MANY, MathModule::hypot);
        add(all, "gcd", 0, Builtin.MANY, (a, site) -> IntegerFunctions.gcd(a, site));
        add(all, "lcm", 0, Builtin.MANY, (a, site) -> IntegerFunctions.lcm(a, site));
        add(all, "isqrt", 1, 1, (a, site) -> IntegerFunctions.isqrt(a[0], site));
        add(all, "factorial", 1, 1, (a, site) -> IntegerFunctions.factorial(a[0], site));
        add(all, "comb", 2, 2, (a, site) -> IntegerFunctions.chosen(a, true, site));
        add(all, "perm", 2, 2, (a, site) -> IntegerFunctions.chosen(a, false, site));
        all.put("prod", new Builtin("prod", 1, 2, 1, List.of("start"), MathModule::prod));
        add(all, "fsum", 1, 1, (a, site) -> fsum(a[0], site));
        add(all, "ldexp", 2, 2, MathModule::ldexp);
        add(all, "isclose", 2, 2, (a, site) -> isClose(number(a[0], site), number(a[1], site)));
        return all;
    }

    private static void add(Map<String, Builtin> all, String name, int least, int most, Builtin.Body body) {
        all.put(name, Builtin.of(name, least, most, body));
    }

    static double number(Object value, Site site) {
        if (!Values.isNumber(value)) {
            throw site.fault(
                    Fault.TYPE, "expected a number, not " + Values.kind(value, site), site.hint("math", value));
        }
        return Values.toDouble(value, site);
    }

    private static void unary(Map<String, Builtin> all, String name, DoubleUnaryOperator function) {
        add(all, name, 1, 1, (a, site) -> {
            double x = number(a[0], site);
            return checked(name, function.applyAsDouble(x), Double.isFinite(x), Double.isNaN(x), site);
        });
    }

    private static void binary(Map<String, Builtin> all, String name, DoubleBinaryOperator function) {
        add(all, name, 2, 2, (a, site) -> {
            double x = number(a[0], site);
            double y = number(a[1], site);
            return checked(
                    name,
                    function.applyAsDouble(x, y),
                    Double.isFinite(x) && Double.isFinite(y),
                    Double.isNaN(x) || Double.isNaN(y),
                    site);
        });
    }

    private static void test(Map<String, Builtin> all, String name, DoublePredicate function) {
        add(all, name, 1, 1, (a, site) -> function.test(number(a[0], site)));
    }

    /// A result that is not a number, from arguments that are, is an error; so is an infinite one from finite ones.
    static double checked(String name, double result, boolean finite, boolean nan, Site site) {
        if (Double.isNaN(result) && !nan) {
            throw site.fault(Fault.VALUE, "math." + name + " is not defined for this argument");
        }
        if (Double.isInfinite(result) && finite) {
            throw site.fault(Fault.OVERFLOW, "the result of math." + name + " is too large for a float");
        }
        return result;
    }

    private static Object log(Object[] a, Site site) {
        double log = Logarithms.natural(a[0], site);
        if (a.length == 1) {
            return log;
        }
        double base = Logarithms.natural(a[1], site);
        return Operator.DIV.apply(log, base, site);
    }

    private static Object integral(Object value, RoundingMode mode, Site site) {
        if (Ints.isInt(value)) {
            return Ints.of(Ints.big(value));
        }
        double number = number(value, site);
        return Double.isFinite(number)
                ? Ints.of(new BigDecimal(number).setScale(0, mode).toBigIntegerExact())
                : Conversions.truncated(number, site);
    }

    private static Object hypot(Object[] a, Site site) {
        double result = 0;
        for (Object value : a) {
            result = StrictMath.hypot(result, number(value, site));
        }
        return result;
    }

    private static Object prod(Object[] a, Site site) {
        Object product = a.length == 2 ? a[1] : (Object) 1L;
        Sequence values = Values.sequence(a[0], site);
        for (int i = 0; i < values.size(); i++) {
            product = Operator.MUL.apply(product, values.at(i), site);
        }
        return product;
    }

    /// The exact sum, rounded once.
    private static Object fsum(Object value, Site site) {
        Sequence values = Values.sequence(value, site);
        BigDecimal exact = BigDecimal.ZERO;
        double special = 0;
        for (int i = 0; i < values.size(); i++) {
            double number = number(values.at(i), site);
            if (Double.isFinite(number)) {
                exact = exact.add(new BigDecimal(number));
            } else {
                special += number;
            }
        }
        return special == 0 ? (Object) exact.doubleValue() : (Object) special;
    }

    private static Object ldexp(Object[] a, Site site) {
        double number = number(a[0], site);
        long exponent = Math.clamp(Ints.clamped(a[1], "the exponent of ldexp", site), -Sizes.BITS, Sizes.BITS);
        return checked("ldexp", Math.scalb(number, (int) exponent), Double.isFinite(number), true, site);
    }

    private static boolean isClose(double a, double b) {
        return a == b
                || (Double.isFinite(a)
                        && Double.isFinite(b)
                        && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)));
    }

    static BigInteger whole(Object value, String what, Site site) {
        if (!Ints.isInt(value)) {
            throw site.fault(Fault.TYPE, what + " takes ints, not " + Values.kind(value, site));
        }
        return Ints.big(value);
    }
}
