package sectile.python.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.python.value.DictValue;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.ListValue;
import sectile.python.value.None;
import sectile.python.value.RangeValue;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.Sizes;
import sectile.python.value.Text;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;

/// `value[index]` and `value[lower:upper:step]`, read and written.
public final class Subscripts {
    private Subscripts() {}

    public static Object get(Object value, Object index, Site site) {
        return switch (value) {
            case Sequence sequence -> sequence.at(position(index, sequence.size(), Values.kind(value, site), site));
            case DictValue dict -> {
                Object found = dict.get(index, site);
                if (found == null) {
                    throw site.fault(
                            Fault.LOOKUP,
                            "the dict has no key " + Text.shortened(Text.repr(index)),
                            dict.size() == 0 ? "it is empty" : "it has " + Text.shortened(Text.repr(dict.keys())));
                }
                yield found;
            }
            case String text -> {
                Sequence letters = Values.sequence(text, site);
                yield letters.at(position(index, letters.size(), "a string", site));
            }
            default -> throw site.fault(Fault.TYPE, Values.kind(value, site) + " has no elements");
        };
    }

    public static void set(Object value, Object index, Object element, Site site) {
        switch (value) {
            case ListValue list -> {
                List<Object> values = list.changeable(site);
                values.set(position(index, values.size(), "a list", site), element);
            }
            case DictValue dict -> dict.put(index, element, site);
            default ->
                throw site.fault(
                        Fault.TYPE,
                        "the elements of " + Values.kind(value, site) + " cannot be assigned",
                        value instanceof TupleValue ? "use a list" : "");
        }
    }

    private static int position(Object index, int size, String kind, Site site) {
        long number = index instanceof Long usual ? usual : Ints.clamped(index, "the index of " + kind, site);
        long position = number < 0 ? number + size : number;
        if (position < 0 || position >= size) {
            throw site.fault(
                    Fault.LOOKUP,
                    "index " + number + " is outside " + kind + " of " + size + (size == 1 ? " element" : " elements"));
        }
        return (int) position;
    }

    /// A part of a string, tuple, list or range; null for a bound that is not given.
    public static Object slice(
            Object value, @Nullable Object lower, @Nullable Object upper, @Nullable Object step, Site site) {
        if (!(value instanceof Sequence) && !(value instanceof String)) {
            throw site.fault(Fault.TYPE, Values.kind(value, site) + " cannot be sliced", site.hint("slice", value));
        }
        Sequence sequence = Values.sequence(value, site);
        long stride = Math.clamp(bound(step, 1, site), -Integer.MAX_VALUE, Integer.MAX_VALUE);
        if (stride == 0) {
            throw site.fault(Fault.VALUE, "the step of a slice is 0");
        }
        int size = sequence.size();
        boolean forward = stride > 0;
        long from = clip(bound(lower, forward ? 0 : size - 1L, site), lower, size, forward);
        boolean open = upper == null || upper == None.NONE;
        long to = open ? (forward ? size : -1) : clip(bound(upper, 0, site), upper, size, forward);
        if (value instanceof RangeValue range) {
            return range.part(from, to, stride, site);
        }
        RangeValue picked = new RangeValue(from, to, stride, site);
        Object[] values = new Object[Sizes.check(picked.size(), site)];
        for (int i = 0; i < values.length; i++) {
            values[i] = sequence.at((int) (from + i * stride));
        }
        if (value instanceof String) {
            StringBuilder text = new StringBuilder();
            for (Object letter : values) {
                text.append(letter);
            }
            return text.toString();
        }
        return value instanceof ListValue ? new ListValue(values) : new TupleValue(values);
    }

    private static long bound(@Nullable Object value, long otherwise, Site site) {
        return value == null || value == None.NONE ? otherwise : Ints.clamped(value, "a bound of a slice", site);
    }

    private static long clip(long bound, @Nullable Object given, int size, boolean forward) {
        long position = given != null && given != None.NONE && bound < 0 ? bound + size : bound;
        return forward ? Math.clamp(position, 0, size) : Math.clamp(position, -1, size - 1);
    }
}
