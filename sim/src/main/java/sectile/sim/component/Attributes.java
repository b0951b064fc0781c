package sectile.sim.component;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The attributes of one component, read and checked. Asking for one that is absent or of another type is an error
/// of the asking provider, not of the user.
public final class Attributes {
    private final Map<String, Object> values;

    private Attributes(Map<String, Object> values) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// The attributes of a map from names to values: `Long` for times (in ps) and counts, [Bandwidth], [Clock],
    /// `String`, `Boolean`, `Attributes` for groups, `Map<String, BigDecimal>` for tables.
    public static Attributes of(Map<String, ?> values) {
        Map<String, Object> copy = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            boolean known = value instanceof Long
                    || value instanceof Bandwidth
                    || value instanceof Clock
                    || value instanceof String
                    || value instanceof Boolean
                    || value instanceof Attributes
                    || value instanceof Map;
            if (!known) {
                throw new IllegalArgumentException("attribute " + name + " cannot hold " + value);
            }
            copy.put(name, value instanceof Map<?, ?> map ? copyOfTable(map) : value);
        });
        return new Attributes(copy);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /// A time in picoseconds.
    public long time(String name) {
        return value(name, Long.class);
    }

    public Bandwidth rate(String name) {
        return value(name, Bandwidth.class);
    }

    public Clock clock(String name) {
        return value(name, Clock.class);
    }

    public long count(String name) {
        return value(name, Long.class);
    }

    public String text(String name) {
        return value(name, String.class);
    }

    public boolean flag(String name) {
        return value(name, Boolean.class);
    }

    public Attributes group(String name) {
        return value(name, Attributes.class);
    }

    /// A table in the order it was written; empty if absent.
    public Map<String, BigDecimal> table(String name) {
        if (!has(name)) {
            return Map.of();
        }
        Map<?, ?> table = value(name, Map.class);
        return copyOfTable(table);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Attributes that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }

    private <T> T value(String name, Class<T> type) {
        Object value =
                Objects.requireNonNull(values.get(name), () -> "no attribute " + name + " in " + values.keySet());
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "attribute " + name + " holds " + value + ", not a " + type.getSimpleName());
        }
        return type.cast(value);
    }

    private static Map<String, BigDecimal> copyOfTable(Map<?, ?> table) {
        Map<String, BigDecimal> copy = new LinkedHashMap<>();
        table.forEach((key, value) -> copy.put((String) key, (BigDecimal) value));
        return Collections.unmodifiableMap(copy);
    }
}
