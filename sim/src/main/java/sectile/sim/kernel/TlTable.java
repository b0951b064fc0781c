package sectile.sim.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The operations of `tl` by name. To add one, add a row to its family in `TlRows`.
public final class TlTable {
    private static final TlTable STANDARD = new TlTable(TlRows.all());

    private final SequencedMap<String, TlOperation> byName = new LinkedHashMap<>();

    private TlTable(Collection<TlOperation> rows) {
        for (TlOperation row : rows) {
            if (byName.put(row.name(), row) != null) {
                throw new IllegalArgumentException("two operations are named tl." + row.name());
            }
        }
    }

    /// All operations of the language; immutable.
    public static TlTable standard() {
        return STANDARD;
    }

    /// These operations and more.
    public TlTable with(TlOperation... more) {
        var rows = new ArrayList<>(byName.values());
        rows.addAll(List.of(more));
        return new TlTable(rows);
    }

    public Optional<TlOperation> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /// The operation that `a + b` means for the symbol `+`, if at least one of the two is a handle.
    public Optional<TlOperation> findOperator(String symbol) {
        return byName.values().stream()
                .filter(row -> row.operator().equals("a " + symbol + " b"))
                .findFirst();
    }

    /// All operations, in the order of the reference.
    public List<TlOperation> all() {
        return List.copyOf(byName.values());
    }

    public List<String> names() {
        return List.copyOf(byName.keySet());
    }
}
