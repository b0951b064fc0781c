package sectile.script.value;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// `value[index]` and `value[lower:upper:step]`, read and written.
public final class Subscripts {
    private Subscripts() {}

    public static Object get(Object value, Object index, Span at) {
        return switch (value) {
            case Sequence sequence -> sequence.at(position(index, sequence.size(), Values.kind(value), at));
            case DictValue dict -> {
                Object found = dict.get(index, at);
                if (found == null) {
                    throw Problems.at(
                            at,
                            "TL-204",
                            "the dict has no key " + Text.repr(index),
                            dict.size() == 0 ? "it is empty" : "it has " + shown(dict.keys()));
                }
                yield found;
            }
            case String text -> {
                Sequence letters = Values.sequence(text, at);
                yield letters.at(position(index, letters.size(), "a string", at));
            }
            default -> throw Problems.at(at, "TL-201", Values.kind(value) + " has no elements to pick", "");
        };
    }

    private static String shown(TupleValue keys) {
        String text = Text.repr(keys);
        return text.length() > 80 ? text.substring(0, 77) + "…" : text;
    }

    public static void set(Object value, Object index, Object element, Span at) {
        switch (value) {
            case ListValue list -> {
                List<Object> values = list.changeable(at);
                values.set(position(index, values.size(), "a list", at), element);
            }
            case DictValue dict -> dict.put(index, element, at);
            default ->
                throw Problems.at(
                        at,
                        "TL-201",
                        "the elements of " + Values.kind(value) + " cannot be set",
                        value instanceof TupleValue ? "use a list" : "");
        }
    }

    private static int position(Object index, int size, String kind, Span at) {
        Long number = Values.toLong(index);
        if (number == null) {
            throw Problems.at(at, "TL-201", "the index of " + kind + " is an int, not " + Values.kind(index), "");
        }
        long position = number < 0 ? number + size : number;
        if (position < 0 || position >= size) {
            throw Problems.at(
                    at,
                    "TL-204",
                    "index " + number + " is outside " + kind + " of " + size + (size == 1 ? " element" : " elements"),
                    "");
        }
        return (int) position;
    }

    /// A part of a string, tuple, list or range; null for a bound that is not given.
    public static Object slice(
            Object value, @Nullable Object lower, @Nullable Object upper, @Nullable Object step, Span at) {
        if (!(value instanceof Sequence) && !(value instanceof String)) {
            throw Problems.at(
                    at,
                    "TL-201",
                    Values.kind(value) + " cannot be sliced",
                    "load the part that is wanted from its address");
        }
        Sequence sequence = Values.sequence(value, at);
        long stride = bound(step, 1, at);
        if (stride == 0) {
            throw Problems.at(at, "TL-207", "the step of a slice is 0", "");
        }
        int size = sequence.size();
        boolean forward = stride > 0;
        long from = clip(bound(lower, forward ? 0 : size - 1L, at), lower, size, forward);
        boolean open = upper == null || upper == None.NONE;
        long to = open ? (forward ? size : -1) : clip(bound(upper, 0, at), upper, size, forward);
        RangeValue picked = new RangeValue(from, to, stride, at);
        Object[] values = new Object[Sizes.check(picked.size(), at)];
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

    private static long bound(@Nullable Object value, long otherwise, Span at) {
        if (value == null || value == None.NONE) {
            return otherwise;
        }
        Long number = Values.toLong(value);
        if (number == null) {
            throw Problems.at(at, "TL-201", "the bounds of a slice are ints, not " + Values.kind(value), "");
        }
        return number;
    }

    private static long clip(long bound, @Nullable Object given, int size, boolean forward) {
        long position = given != null && given != None.NONE && bound < 0 ? bound + size : bound;
        return forward ? Math.clamp(position, 0, size) : Math.clamp(position, -1, size - 1);
    }
}
