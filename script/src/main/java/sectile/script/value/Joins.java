package sectile.script.value;

import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// `+` and `*` of strings, tuples and lists.
final class Joins {
    private static final int MOST = 1 << 24;

    private Joins() {}

    static @Nullable Object join(Object a, Object b) {
        if (a instanceof String x && b instanceof String y) {
            return x + y;
        }
        if (a instanceof TupleValue x && b instanceof TupleValue y) {
            return new TupleValue(both(x, y));
        }
        if (a instanceof ListValue x && b instanceof ListValue y) {
            return new ListValue(both(x, y));
        }
        return null;
    }

    private static Object[] both(Sequence a, Sequence b) {
        Object[] all = new Object[a.size() + b.size()];
        System.arraycopy(a.copy(), 0, all, 0, a.size());
        System.arraycopy(b.copy(), 0, all, a.size(), b.size());
        return all;
    }

    static @Nullable Object repeat(Object value, long times, Span at) {
        int count = Math.clamp(times, 0, MOST);
        return switch (value) {
            case String text -> {
                check(text.length(), times, at);
                yield text.repeat(count);
            }
            case TupleValue tuple -> new TupleValue(repeated(tuple, times, count, at));
            case ListValue list -> new ListValue(repeated(list, times, count, at));
            default -> null;
        };
    }

    private static Object[] repeated(Sequence sequence, long times, int count, Span at) {
        check(sequence.size(), times, at);
        int size = sequence.size();
        Object[] all = new Object[size * count];
        for (int i = 0; i < all.length; i++) {
            all[i] = sequence.at(i % size);
        }
        return all;
    }

    private static void check(int size, long times, Span at) {
        if (times > 0 && size > 0 && times > MOST / size) {
            throw Problems.at(at, "TL-207", "this has more than " + MOST + " elements", "kernels keep data in handles");
        }
    }
}
