package sectile.python.builtin;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sectile.python.operator.Relation;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.ListValue;
import sectile.python.value.None;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.Text;
import sectile.python.value.Values;

/// The methods of lists, and those of tuples and ranges.
final class ListMethods {
    static final Map<String, Method<ListValue>> ALL = all();
    static final Map<String, Method<Sequence>> OF_SEQUENCES = Map.of(
            "index", new Method<>("index", 1, 1, (values, a, site) -> index(values, a[0], site)),
            "count", new Method<>("count", 1, 1, (values, a, site) -> count(values, a[0])));

    private ListMethods() {}

    private static Map<String, Method<ListValue>> all() {
        Map<String, Method<ListValue>> all = new TreeMap<>();
        add(all, "index", 1, 1, (list, a, site) -> index(list, a[0], site));
        add(all, "count", 1, 1, (list, a, site) -> count(list, a[0]));
        add(all, "copy", 0, 0, (list, a, site) -> new ListValue(list.copy()));
        add(all, "pop", 0, 1, ListMethods::pop);
        change(all, "append", 1, (list, a, site) -> list.add(list.size(), a[0], site));
        change(all, "extend", 1, (list, a, site) -> list.addAll(Values.sequence(a[0], site), site));
        change(all, "insert", 2, ListMethods::insert);
        change(all, "remove", 1, (list, a, site) -> list.changeable(site).remove((int) index(list, a[0], site)));
        change(all, "reverse", 0, (list, a, site) -> Collections.reverse(list.changeable(site)));
        change(all, "clear", 0, (list, a, site) -> list.changeable(site).clear());
        change(all, "sort", 0, (list, a, site) -> Collecting.sort(list.changeable(site), false, site));
        return all;
    }

    private static void add(
            Map<String, Method<ListValue>> all, String name, int least, int most, Method.Body<ListValue> body) {
        all.put(name, new Method<>(name, least, most, body));
    }

    private interface Change {
        void apply(ListValue list, Object[] arguments, Site site);
    }

    /// A method that returns None.
    private static void change(Map<String, Method<ListValue>> all, String name, int arguments, Change change) {
        add(all, name, arguments, arguments, (list, a, site) -> {
            change.apply(list, a, site);
            return None.NONE;
        });
    }

    private static void insert(ListValue list, Object[] a, Site site) {
        long index = Ints.clamped(a[0], "the index of insert", site);
        list.add(Math.clamp(index < 0 ? index + list.size() : index, 0, list.size()), a[1], site);
    }

    private static Object pop(ListValue list, Object[] a, Site site) {
        List<Object> values = list.changeable(site);
        long index = a.length == 0 ? -1 : Ints.clamped(a[0], "the index of pop", site);
        long position = index < 0 ? index + values.size() : index;
        if (position < 0 || position >= values.size()) {
            throw site.fault(Fault.LOOKUP, "pop from a list of " + values.size() + " elements");
        }
        return values.remove((int) position);
    }

    private static long index(Sequence values, Object wanted, Site site) {
        for (int i = 0; i < values.size(); i++) {
            if (Relation.equal(values.at(i), wanted)) {
                return i;
            }
        }
        throw site.fault(Fault.LOOKUP, Text.shortened(Text.repr(wanted)) + " is not among the elements");
    }

    private static long count(Sequence values, Object wanted) {
        long count = 0;
        for (int i = 0; i < values.size(); i++) {
            count += Relation.equal(values.at(i), wanted) ? 1 : 0;
        }
        return count;
    }
}
