package sectile.python.builtin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.python.value.DictValue;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.ListValue;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.Sizes;
import sectile.python.value.Text;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;

/// The built-in functions that take several values, or make several.
final class Collecting {
    private Collecting() {}

    /// `min` and `max`: the first of the smallest, or of the greatest.
    static Object extreme(String name, Object[] a, int sign, Site site) {
        Object[] values = a.length == 1 ? Values.elements(a[0], site) : a;
        if (values.length == 0) {
            throw site.fault(Fault.VALUE, name + " of an empty sequence");
        }
        Object best = values[0];
        for (int i = 1; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof Long number && best instanceof Long other) {
                // Sizes and offsets are most of what programs compare.
                best = sign * Long.compare(number, other) > 0 ? value : best;
                continue;
            }
            Object foreign = Values.isForeign(value) ? value : best;
            if (Values.isForeign(foreign)) {
                throw site.fault(
                        Fault.TYPE, name + " does not apply to " + site.kind(foreign), site.hint(name, foreign));
            }
            if ((sign < 0 ? Relation.LT : Relation.GT).holds(value, best, site)) {
                best = value;
            }
        }
        return best;
    }

    static Object sum(Object[] a, Site site) {
        Object total = a.length == 2 ? a[1] : (Object) 0L;
        if (total instanceof String) {
            throw site.fault(Fault.TYPE, "sum does not join strings", "use \"\".join(…)");
        }
        Sequence values = Values.sequence(a[0], site);
        for (int i = 0; i < values.size(); i++) {
            Object value = values.at(i);
            total = Values.isForeign(total) || Values.isForeign(value)
                    ? site.sum(total, value)
                    : Operator.ADD.apply(total, value, site);
        }
        return total;
    }

    static Object[] elements(Object[] a, Site site) {
        return a.length == 0 ? new Object[0] : Values.elements(a[0], site);
    }

    static Object dict(Object[] a, Site site) {
        DictValue dict = new DictValue();
        if (a.length == 1) {
            Sequence items = a[0] instanceof DictValue other ? other.items() : Values.sequence(a[0], site);
            for (int i = 0; i < items.size(); i++) {
                Sequence item = Values.sequence(items.at(i), site);
                if (item.size() != 2) {
                    throw site.fault(Fault.UNPACK, "dict takes pairs, not " + Text.shortened(Text.repr(items.at(i))));
                }
                dict.put(item.at(0), item.at(1), site);
            }
        }
        return dict;
    }

    static Object enumerate(Object[] a, Site site) {
        Object index = a.length == 2 ? a[1] : (Object) 0L;
        if (!Ints.isInt(index)) {
            throw site.fault(Fault.TYPE, "the start of enumerate must be an int, not " + Values.kind(index, site));
        }
        Object[] values = Values.elements(a[0], site);
        for (int i = 0; i < values.length; i++) {
            values[i] = new TupleValue(index, values[i]);
            index = Operator.ADD.apply(index, 1L, site);
        }
        return new TupleValue(values);
    }

    static Object zip(Object[] a, Site site) {
        int size = a.length == 0 ? 0 : Integer.MAX_VALUE;
        Sequence[] columns = new Sequence[a.length];
        for (int i = 0; i < a.length; i++) {
            columns[i] = Values.sequence(a[i], site);
            size = Math.min(size, columns[i].size());
        }
        Object[] rows = new Object[Sizes.check(size, site)];
        for (int i = 0; i < size; i++) {
            Object[] row = new Object[columns.length];
            for (int j = 0; j < row.length; j++) {
                row[j] = columns[j].at(i);
            }
            rows[i] = new TupleValue(row);
        }
        return new TupleValue(rows);
    }

    static Object reversed(Object value, Site site) {
        return new TupleValue(List.of(Values.elements(value, site)).reversed().toArray());
    }

    static Object sorted(Object[] a, Site site) {
        List<Object> values = new ArrayList<>(List.of(Values.elements(a[0], site)));
        sort(values, a.length == 2 && Values.truth(a[1], site), site);
        return new ListValue(values.toArray());
    }

    /// Equal values stay in their order either way, as in Python.
    static void sort(List<Object> values, boolean reverse, Site site) {
        Comparator<Object> order = (x, y) -> Relation.compare(x, y, site);
        values.sort(reverse ? order.reversed() : order);
    }

    /// Whether one of the values counts as `wanted`.
    static boolean contains(Object value, boolean wanted, Site site) {
        Sequence values = Values.sequence(value, site);
        for (int i = 0; i < values.size(); i++) {
            if (Values.truth(values.at(i), site) == wanted) {
                return true;
            }
        }
        return false;
    }
}
