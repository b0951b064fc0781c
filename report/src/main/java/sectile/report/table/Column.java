package sectile.report.table;

import java.util.Objects;
import sectile.base.quantity.Unit;

/// A column's name and what its values are.
public record Column(String name, Unit unit) {
    public Column {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(unit, "unit");
    }

    /// The name with the unit of bare numbers, like `busy (ps)`.
    String machineName() {
        return unit.symbol().isEmpty() ? name : name + " (" + unit.symbol() + ")";
    }
}
