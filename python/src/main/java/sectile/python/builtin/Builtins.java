package sectile.python.builtin;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.python.format.Format;
import sectile.python.operator.IntMath;
import sectile.python.operator.Operator;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.ListValue;
import sectile.python.value.RangeValue;
import sectile.python.value.Site;
import sectile.python.value.Text;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;

/// The functions of Python that programs have. `print` and `isinstance` belong to the dialects.
public final class Builtins {
    private static final Map<String, Builtin> ALL = all();

    /// Functions of Python that programs do not have, to refuse them by name.
    public static final Set<String> MISSING = Set.of(
            "aiter",
            "anext",
            "ascii",
            "breakpoint",
            "bytearray",
            "bytes",
            "callable",
            "classmethod",
            "compile",
            "complex",
            "delattr",
            "dir",
            "eval",
            "exec",
            "filter",
            "frozenset",
            "getattr",
            "globals",
            "hasattr",
            "hash",
            "help",
            "id",
            "input",
            "issubclass",
            "iter",
            "locals",
            "map",
            "memoryview",
            "next",
            "object",
            "open",
            "property",
            "set",
            "setattr",
            "slice",
            "staticmethod",
            "super",
            "type",
            "vars");

    private Builtins() {}

    public static Optional<Builtin> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    private static Map<String, Builtin> all() {
        Map<String, Builtin> all = new LinkedHashMap<>();
        add(all, "len", 1, 1, (a, site) -> Values.length(a[0], site));
        add(all, "range", 1, 3, Builtins::range);
        add(all, "min", 1, Builtin.MANY, (a, site) -> Collecting.extreme("min", a, -1, site));
        add(all, "max", 1, Builtin.MANY, (a, site) -> Collecting.extreme("max", a, 1, site));
        add(all, "abs", 1, 1, (a, site) -> absolute(a[0], site));
        all.put("sum", new Builtin("sum", 1, 2, 2, List.of("start"), Collecting::sum));
        add(all, "round", 1, 2, Conversions::round);
        add(all, "pow", 2, 3, Builtins::power);
        add(all, "divmod", 2, 2, Builtins::divmod);
        add(all, "int", 0, 2, Conversions::toInt);
        add(all, "float", 0, 1, Conversions::toFloat);
        add(all, "bool", 0, 1, (a, site) -> a.length != 0 && Values.truth(a[0], site));
        add(all, "str", 0, 1, (a, site) -> a.length == 0 ? "" : Text.str(a[0]));
        add(all, "repr", 1, 1, (a, site) -> Text.repr(a[0]));
        add(all, "format", 1, 2, (a, site) -> Format.apply(a[0], a.length == 1 ? "" : string(a[1], site), site));
        add(all, "hex", 1, 1, (a, site) -> Conversions.inBase(a[0], 16, "0x", site));
        add(all, "oct", 1, 1, (a, site) -> Conversions.inBase(a[0], 8, "0o", site));
        add(all, "bin", 1, 1, (a, site) -> Conversions.inBase(a[0], 2, "0b", site));
        add(all, "chr", 1, 1, (a, site) -> character(a[0], site));
        add(all, "ord", 1, 1, (a, site) -> codePoint(a[0], site));
        add(all, "tuple", 0, 1, (a, site) -> new TupleValue(Collecting.elements(a, site)));
        add(all, "list", 0, 1, (a, site) -> new ListValue(Collecting.elements(a, site)));
        add(all, "dict", 0, 1, Collecting::dict);
        all.put("enumerate", new Builtin("enumerate", 1, 2, 2, List.of("start"), Collecting::enumerate));
        add(all, "zip", 0, Builtin.MANY, Collecting::zip);
        add(all, "reversed", 1, 1, (a, site) -> Collecting.reversed(a[0], site));
        all.put("sorted", new Builtin("sorted", 1, 2, 1, List.of("reverse"), Collecting::sorted));
        add(all, "any", 1, 1, (a, site) -> Collecting.contains(a[0], true, site));
        add(all, "all", 1, 1, (a, site) -> !Collecting.contains(a[0], false, site));
        return all;
    }

    private static void add(Map<String, Builtin> all, String name, int least, int most, Builtin.Body body) {
        all.put(name, Builtin.of(name, least, most, body));
    }

    static String string(Object value, Site site) {
        if (value instanceof String text) {
            return text;
        }
        throw site.fault(Fault.TYPE, "expected a string, not " + Values.kind(value, site));
    }

    private static Object range(Object[] a, Site site) {
        long[] bounds = new long[a.length];
        for (int i = 0; i < a.length; i++) {
            bounds[i] = Ints.small(a[i], "a bound of range", site);
        }
        return switch (bounds.length) {
            case 1 -> new RangeValue(0, bounds[0], 1, site);
            case 2 -> new RangeValue(bounds[0], bounds[1], 1, site);
            default -> new RangeValue(bounds[0], bounds[1], bounds[2], site);
        };
    }

    private static Object absolute(Object value, Site site) {
        if (value instanceof Double number) {
            return Math.abs(number);
        }
        if (!Ints.isInt(value)) {
            throw site.fault(
                    Fault.TYPE, "abs takes a number, not " + Values.kind(value, site), site.hint("abs", value));
        }
        return Ints.of(Ints.big(value).abs());
    }

    private static Object divmod(Object[] a, Site site) {
        return new TupleValue(Operator.FLOOR_DIV.apply(a[0], a[1], site), Operator.MOD.apply(a[0], a[1], site));
    }

    private static Object power(Object[] a, Site site) {
        if (a.length == 2) {
            return Operator.POW.apply(a[0], a[1], site);
        }
        if (!Ints.isInt(a[0]) || !Ints.isInt(a[1]) || !Ints.isInt(a[2])) {
            throw site.fault(Fault.TYPE, "pow with three arguments takes ints");
        }
        BigInteger modulus = Ints.big(a[2]);
        if (modulus.signum() == 0) {
            throw site.fault(Fault.VALUE, "the third argument of pow is 0");
        }
        try {
            BigInteger result = Ints.big(a[0]).modPow(Ints.big(a[1]), modulus.abs());
            return Ints.of(IntMath.floorDivMod(result, modulus, site)[1]);
        } catch (ArithmeticException e) {
            throw site.fault(Fault.VALUE, "the base has no inverse for this modulus");
        }
    }

    private static Object character(Object value, Site site) {
        long number = Ints.small(value, "the argument of chr", site);
        if (number < 0 || number > Character.MAX_CODE_POINT) {
            throw site.fault(Fault.VALUE, number + " is not the number of a character");
        }
        return Character.toString((int) number);
    }

    private static Object codePoint(Object value, Site site) {
        String text = string(value, site);
        if (text.codePointCount(0, text.length()) != 1) {
            throw site.fault(Fault.TYPE, "ord takes a string of one character, not of " + text.length());
        }
        return (long) text.codePointAt(0);
    }
}
