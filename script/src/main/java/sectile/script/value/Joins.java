package sectile.script.value;

import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// `+` and `*` of strings, tuples and lists.
final class Joins {
    private Joins() {}

    static @Nullable Object join(Object a, Object b, Span at) {
        if (a instanceof String x && b instanceof String y) {
            Sizes.check((long) x.length() + y.length(), at);
            return x + y;
        }
        if (a instanceof TupleValue x && b instanceof TupleValue y) {
            return new TupleValue(both(x, y, at));
        }
        if (a instanceof ListValue x && b instanceof ListValue y) {
            return new ListValue(both(x, y, at));
        }
        return null;
    }

    private static Object[] both(Sequence a, Sequence b, Span at) {
        Object[] all = new Object[Sizes.check((long) a.size() + b.size(), at)];
        for (int i = 0; i < all.length; i++) {
            all[i] = i < a.size() ? a.at(i) : b.at(i - a.size());
        }
        return all;
    }

    static @Nullable Object repeat(Object value, long times, Span at) {
        return switch (value) {
            case String text -> text.repeat(Sizes.check(text.length(), times, at) / Math.max(1, text.length()));
            case TupleValue tuple -> new TupleValue(repeated(tuple, times, at));
            case ListValue list -> new ListValue(repeated(list, times, at));
            default -> null;
        };
    }

    private static Object[] repeated(Sequence sequence, long times, Span at) {
        Object[] all = new Object[Sizes.check(sequence.size(), times, at)];
        for (int i = 0; i < all.length; i++) {
            all[i] = sequence.at(i % sequence.size());
        }
        return all;
    }
}
