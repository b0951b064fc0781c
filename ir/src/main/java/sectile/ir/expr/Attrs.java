package sectile.ir.expr;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/// Named attributes, sorted by name so that the order of writing does not matter.
public final class Attrs {
    public static final Attrs EMPTY = new Attrs(new TreeMap<>());

    private final SortedMap<String, Attr> entries;

    private Attrs(SortedMap<String, Attr> entries) {
        this.entries = entries;
    }

    public static Attrs of(Map<String, Attr> entries) {
        return entries.isEmpty() ? EMPTY : new Attrs(new TreeMap<>(entries));
    }

    public static Attrs of(String name, Attr value) {
        return EMPTY.with(name, value);
    }

    public Attrs with(String name, Attr value) {
        var copy = new TreeMap<>(entries);
        copy.put(name, value);
        return new Attrs(copy);
    }

    public Attrs without(String name) {
        var copy = new TreeMap<>(entries);
        copy.remove(name);
        return copy.isEmpty() ? EMPTY : new Attrs(copy);
    }

    public Optional<Attr> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    public boolean has(String name) {
        return entries.containsKey(name);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    public Collection<String> names() {
        return entries.sequencedKeySet();
    }

    public SequencedMap<String, Attr> asMap() {
        return new LinkedHashMap<>(entries);
    }

    public Optional<Expr> expr(String name) {
        return find(name).filter(Attr.Value.class::isInstance).map(a -> ((Attr.Value) a).value());
    }

    public Optional<String> text(String name) {
        return find(name).filter(Attr.Text.class::isInstance).map(a -> ((Attr.Text) a).value());
    }

    public Optional<Long> integer(String name) {
        return find(name).filter(Attr.Int.class::isInstance).map(a -> ((Attr.Int) a).value());
    }

    public boolean flag(String name) {
        return entries.get(name) instanceof Attr.Bool bool && bool.value();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Attrs that && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
