package sectile.script.value;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;

/// A dict: keys in the order they came.
public final class DictValue {
    private final Map<Object, Entry> entries = new LinkedHashMap<>();
    private boolean frozen;

    private record Entry(Object key, Object value) {}

    public int size() {
        return entries.size();
    }

    public @Nullable Object get(Object key, Span at) {
        Entry entry = entries.get(hashable(key, at));
        return entry == null ? null : entry.value;
    }

    /// The value of a text key; for hosts that read results.
    public @Nullable Object get(String key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.value;
    }

    public void put(Object key, Object value, Span at) {
        if (frozen) {
            throw Problems.frozen("dict", at);
        }
        Object hashed = hashable(key, at);
        Entry before = entries.get(hashed);
        if (before == null) {
            Sizes.check(entries.size() + 1L, at);
        }
        entries.put(hashed, new Entry(before == null ? key : before.key, value));
    }

    public @Nullable Object remove(Object key, Span at) {
        if (frozen) {
            throw Problems.frozen("dict", at);
        }
        Entry entry = entries.remove(hashable(key, at));
        return entry == null ? null : entry.value;
    }

    public TupleValue keys() {
        return new TupleValue(entries.values().stream().map(Entry::key).toArray());
    }

    public TupleValue values() {
        return new TupleValue(entries.values().stream().map(Entry::value).toArray());
    }

    public TupleValue items() {
        return new TupleValue(entries.values().stream()
                .map(entry -> new TupleValue(entry.key, entry.value))
                .toArray());
    }

    void freeze() {
        frozen = true;
        entries.values().forEach(entry -> Values.freeze(entry.value));
    }

    /// Equal keys become the same: 1, 1.0 and True are one key in Python, too.
    private static Object hashable(Object key, Span at) {
        return switch (key) {
            case Boolean truth -> truth ? 1L : 0L;
            case Double number when number == Math.rint(number) && Math.abs(number) < 0x1p62 -> (long) (double) number;
            case Long _, Double _, String _, None _ -> key;
            case TupleValue tuple -> {
                var parts = new java.util.ArrayList<Object>();
                for (int i = 0; i < tuple.size(); i++) {
                    parts.add(hashable(tuple.at(i), at));
                }
                yield parts;
            }
            default ->
                throw Problems.at(
                        at,
                        "TL-212",
                        Values.kind(key) + " cannot be a key of a dict",
                        "keys are ints, floats, bools, strings, None and tuples of these");
        };
    }

    @Override
    public String toString() {
        return Text.repr(this);
    }
}
