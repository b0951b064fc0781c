package sectile.python.operator;

import org.jspecify.annotations.Nullable;
import sectile.python.value.DictValue;
import sectile.python.value.ListValue;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.Sizes;
import sectile.python.value.TupleValue;

/// `+` and `*` of strings, tuples and lists, `|` of dicts. Null means that the operator does not apply.
final class Joins {
    private Joins() {}

    static @Nullable Object join(Object a, Object b, Site site) {
        if (a instanceof String x && b instanceof String y) {
            Sizes.check((long) x.length() + y.length(), site);
            return x + y;
        }
        if (a instanceof TupleValue x && b instanceof TupleValue y) {
            return new TupleValue(both(x, y, site));
        }
        if (a instanceof ListValue x && b instanceof ListValue y) {
            return new ListValue(both(x, y, site));
        }
        return null;
    }

    private static Object[] both(Sequence a, Sequence b, Site site) {
        Object[] all = new Object[Sizes.check((long) a.size() + b.size(), site)];
        for (int i = 0; i < all.length; i++) {
            all[i] = i < a.size() ? a.at(i) : b.at(i - a.size());
        }
        return all;
    }

    static @Nullable Object repeat(Object value, long times, Site site) {
        return switch (value) {
            case String text -> text.repeat(Sizes.check(text.length(), times, site) / Math.max(1, text.length()));
            case TupleValue tuple -> new TupleValue(repeated(tuple, times, site));
            case ListValue list -> new ListValue(repeated(list, times, site));
            default -> null;
        };
    }

    private static Object[] repeated(Sequence sequence, long times, Site site) {
        Object[] all = new Object[Sizes.check(sequence.size(), times, site)];
        for (int i = 0; i < all.length; i++) {
            all[i] = sequence.at(i % sequence.size());
        }
        return all;
    }

    static @Nullable Object merge(Object a, Object b, Site site) {
        if (!(a instanceof DictValue x && b instanceof DictValue y)) {
            return null;
        }
        DictValue merged = new DictValue();
        merged.putAll(x, site);
        merged.putAll(y, site);
        return merged;
    }
}
