package sectile.python.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A dict: keys in the order of insertion.
public final class DictValue {
    /// For keys that were checked before.
    private static final Site NO_SITE = (fault, message, hint) -> new IllegalStateException(message);

    private final Map<Object, Entry> entries = new LinkedHashMap<>();
    private boolean frozen;

    private record Entry(Object key, Object value) {}

    public int size() {
        return entries.size();
    }

    public @Nullable Object get(Object key, Site site) {
        Entry entry = entries.get(hashable(key, site));
        return entry == null ? null : entry.value;
    }

    /// The value of something that is a key of some dict, or of this one.
    public @Nullable Object find(Object key) {
        Entry entry = entries.get(hashable(key, NO_SITE));
        return entry == null ? null : entry.value;
    }

    public void put(Object key, Object value, Site site) {
        if (frozen) {
            throw frozen(site);
        }
        Object hashed = hashable(key, site);
        Entry before = entries.get(hashed);
        if (before == null) {
            Sizes.check(entries.size() + 1L, site);
        }
        entries.put(hashed, new Entry(before == null ? key : before.key, value));
    }

    public void putAll(DictValue other, Site site) {
        other.entries.values().forEach(entry -> put(entry.key, entry.value, site));
    }

    public @Nullable Object remove(Object key, Site site) {
        if (frozen) {
            throw frozen(site);
        }
        Entry entry = entries.remove(hashable(key, site));
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

    private static RuntimeException frozen(Site site) {
        return site.fault(
                Fault.IMMUTABLE, "this dict belongs to the module and cannot be changed", "copy it first: dict(NAME)");
    }

    void freeze() {
        frozen = true;
        entries.values().forEach(entry -> Values.freeze(entry.value));
    }

    /// Equal keys become the same: 1, 1.0 and True are one key in Python, too.
    private static Object hashable(Object key, Site site) {
        return switch (key) {
            case Boolean truth -> truth ? 1L : 0L;
            case Double number
            when number == Math.rint(number) && !Double.isInfinite(number) ->
                Ints.of(new BigDecimal(number).toBigIntegerExact());
            case Long _, BigInteger _, Double _, String _, None _ -> key;
            case TupleValue tuple -> {
                var parts = new java.util.ArrayList<Object>();
                for (int i = 0; i < tuple.size(); i++) {
                    parts.add(hashable(tuple.at(i), site));
                }
                yield parts;
            }
            default ->
                throw site.fault(
                        Fault.IMMUTABLE,
                        Values.kind(key, site) + " cannot be a key of a dict",
                        "keys are ints, floats, bools, strings, None and tuples of these");
        };
    }

    @Override
    public String toString() {
        return Text.repr(this);
    }
}
