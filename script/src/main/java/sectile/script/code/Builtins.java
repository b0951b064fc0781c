package sectile.script.code;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.script.value.DictValue;
import sectile.script.value.ListValue;
import sectile.script.value.Operator;
import sectile.script.value.Problems;
import sectile.script.value.RangeValue;
import sectile.script.value.Relation;
import sectile.script.value.Sequence;
import sectile.script.value.Sizes;
import sectile.script.value.Text;
import sectile.script.value.TupleValue;
import sectile.script.value.Values;
import sectile.sim.kernel.Handle;

/// The functions of Python that kernels have. `print` and `isinstance` are known to the compiler itself.
public final class Builtins {
    private static final int MANY = Integer.MAX_VALUE;
    private static final Map<String, Builtin> ALL = all();

    /// Functions of Python that kernels do not have, to say so by name.
    static final Set<String> MISSING = Set.of(
            "open",
            "input",
            "eval",
            "exec",
            "map",
            "filter",
            "set",
            "frozenset",
            "super",
            "object",
            "type",
            "getattr",
            "setattr",
            "hasattr",
            "vars",
            "dir",
            "globals",
            "locals",
            "iter",
            "next",
            "id",
            "hash",
            "format",
            "chr",
            "ord",
            "hex",
            "bin",
            "oct",
            "bytes",
            "bytearray",
            "complex",
            "callable",
            "property",
            "slice",
            "staticmethod",
            "classmethod",
            "compile",
            "memoryview",
            "breakpoint",
            "ascii",
            "issubclass");

    private Builtins() {}

    static @Nullable Builtin find(String name) {
        return ALL.get(name);
    }

    /// All names, with those the compiler knows.
    public static List<String> names() {
        List<String> names = new ArrayList<>(ALL.keySet());
        names.addAll(List.of("isinstance", "print"));
        return List.copyOf(names);
    }

    private static Map<String, Builtin> all() {
        Map<String, Builtin> all = new LinkedHashMap<>();
        add(all, "len", 1, 1, (run, a, at) -> Values.length(a[0], at));
        add(all, "range", 1, 3, (run, a, at) -> range(a, at));
        add(all, "min", 1, MANY, (run, a, at) -> extreme("min", a, -1, at));
        add(all, "max", 1, MANY, (run, a, at) -> extreme("max", a, 1, at));
        add(all, "abs", 1, 1, (run, a, at) -> absolute(a[0], at));
        all.put("sum", new Builtin("sum", 1, 2, 2, List.of("start"), (run, a, at) -> sum(run, a, at)));
        add(all, "round", 1, 2, Numbers::round);
        add(all, "pow", 2, 2, (run, a, at) -> Operator.POW.apply(a[0], a[1], at));
        add(
                all,
                "divmod",
                2,
                2,
                (run, a, at) ->
                        new TupleValue(Operator.FLOOR_DIV.apply(a[0], a[1], at), Operator.MOD.apply(a[0], a[1], at)));
        add(all, "int", 0, 1, (run, a, at) -> a.length == 0 ? (Object) 0L : Numbers.whole(a[0], at));
        add(all, "float", 0, 1, (run, a, at) -> a.length == 0 ? (Object) 0.0 : Numbers.real(a[0], at));
        add(all, "bool", 0, 1, (run, a, at) -> a.length != 0 && Node.truth(a[0], run, at));
        add(all, "str", 0, 1, (run, a, at) -> a.length == 0 ? "" : Text.str(a[0]));
        add(all, "repr", 1, 1, (run, a, at) -> Text.repr(a[0]));
        add(all, "tuple", 0, 1, (run, a, at) -> new TupleValue(elements(a, at)));
        add(all, "list", 0, 1, (run, a, at) -> new ListValue(elements(a, at)));
        add(all, "dict", 0, 1, (run, a, at) -> dict(a, at));
        all.put("enumerate", new Builtin("enumerate", 1, 2, 2, List.of("start"), (run, a, at) -> enumerate(a, at)));
        add(all, "zip", 0, MANY, (run, a, at) -> zip(a, at));
        add(all, "reversed", 1, 1, (run, a, at) -> reversed(a[0], at));
        all.put("sorted", new Builtin("sorted", 1, 2, 1, List.of("reverse"), (run, a, at) -> sorted(run, a, at)));
        add(all, "any", 1, 1, (run, a, at) -> holds(run, a[0], true, at));
        add(all, "all", 1, 1, (run, a, at) -> !holds(run, a[0], false, at));
        return all;
    }

    private static void add(Map<String, Builtin> all, String name, int least, int most, Builtin.Body body) {
        all.put(name, new Builtin(name, least, most, most, List.of(), body));
    }

    private static Object range(Object[] a, Span at) {
        long[] bounds = new long[a.length];
        for (int i = 0; i < a.length; i++) {
            bounds[i] = Operations.whole(a[i], "a bound of range", at);
        }
        return switch (bounds.length) {
            case 1 -> new RangeValue(0, bounds[0], 1, at);
            case 2 -> new RangeValue(bounds[0], bounds[1], 1, at);
            default -> new RangeValue(bounds[0], bounds[1], bounds[2], at);
        };
    }

    private static Object extreme(String name, Object[] a, int sign, Span at) {
        Object[] values = a.length == 1 ? Values.elements(a[0], at) : a;
        if (values.length == 0) {
            throw Problems.at(at, "TL-207", name + " of nothing", "");
        }
        Object best = values[0];
        for (Object value : values) {
            if (value instanceof Long number && best instanceof Long other) {
                // Sizes and offsets are most of what kernels compare.
                best = sign * Long.compare(number, other) > 0 ? value : best;
                continue;
            }
            if (value instanceof Handle) {
                throw Problems.at(
                        at,
                        "TL-201",
                        name + " does not go with handles",
                        "element by element it is tl." + name + "imum, over an axis tl." + name);
            }
            if (sign * Relation.compare(value, best, at) > 0) {
                best = value;
            }
        }
        return best;
    }

    private static Object absolute(Object value, Span at) {
        if (value instanceof Double number) {
            return Math.abs(number);
        }
        long number = Operations.whole(value, "the argument of abs", at);
        return number < 0 ? Operator.SUB.apply(0L, number, at) : (Object) number;
    }

    private static Object sum(Activation run, Object[] a, Span at) {
        Object total = a.length == 2 ? a[1] : (Object) 0L;
        Sequence values = Values.sequence(a[0], at);
        for (int i = 0; i < values.size(); i++) {
            total = Operations.Binary.apply(Operator.ADD, total, values.at(i), run, at);
        }
        return total;
    }

    private static Object[] elements(Object[] a, Span at) {
        return a.length == 0 ? new Object[0] : Values.elements(a[0], at);
    }

    private static Object dict(Object[] a, Span at) {
        DictValue dict = new DictValue();
        if (a.length == 1) {
            Sequence items = a[0] instanceof DictValue other ? other.items() : Values.sequence(a[0], at);
            for (int i = 0; i < items.size(); i++) {
                Sequence item = Values.sequence(items.at(i), at);
                if (item.size() != 2) {
                    throw Problems.at(at, "TL-208", "dict wants pairs, not " + Text.repr(items.at(i)), "");
                }
                dict.put(item.at(0), item.at(1), at);
            }
        }
        return dict;
    }

    private static Object enumerate(Object[] a, Span at) {
        long start = a.length == 2 ? Operations.whole(a[1], "the start of enumerate", at) : 0;
        Object[] values = Values.elements(a[0], at);
        for (int i = 0; i < values.length; i++) {
            values[i] = new TupleValue(start + i, values[i]);
        }
        return new TupleValue(values);
    }

    private static Object zip(Object[] a, Span at) {
        int size = a.length == 0 ? 0 : Integer.MAX_VALUE;
        Sequence[] columns = new Sequence[a.length];
        for (int i = 0; i < a.length; i++) {
            columns[i] = Values.sequence(a[i], at);
            size = Math.min(size, columns[i].size());
        }
        Object[] rows = new Object[Sizes.check(size, at)];
        for (int i = 0; i < size; i++) {
            Object[] row = new Object[columns.length];
            for (int j = 0; j < row.length; j++) {
                row[j] = columns[j].at(i);
            }
            rows[i] = new TupleValue(row);
        }
        return new TupleValue(rows);
    }

    private static Object reversed(Object value, Span at) {
        Object[] values = Values.elements(value, at);
        Object[] turned = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            turned[i] = values[values.length - 1 - i];
        }
        return new TupleValue(turned);
    }

    private static Object sorted(Activation run, Object[] a, Span at) {
        List<Object> values = new ArrayList<>(List.of(Values.elements(a[0], at)));
        Comparator<Object> order = (x, y) -> Relation.compare(x, y, at);
        // Equal ones stay in their order either way, as in Python.
        values.sort(a.length == 2 && Node.truth(a[1], run, at) ? order.reversed() : order);
        return new ListValue(values.toArray());
    }

    /// Whether one of the values counts as wanted.
    private static boolean holds(Activation run, Object value, boolean wanted, Span at) {
        Sequence values = Values.sequence(value, at);
        for (int i = 0; i < values.size(); i++) {
            if (Node.truth(values.at(i), run, at) == wanted) {
                return true;
            }
        }
        return false;
    }
}
