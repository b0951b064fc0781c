package sectile.report.html;

import java.util.List;
import sectile.base.quantity.Unit;

/// How totals divide into the same named parts, such as where the time of each PE went. A part named `idle` is grey.
public record SplitChart(String title, Unit unit, List<String> parts, List<Row> rows) implements Section {
    /// A whole and its parts' values, each at least 0.
    public record Row(String label, List<Double> values) {
        public Row {
            values = List.copyOf(values);
        }
    }

    public SplitChart {
        parts = List.copyOf(parts);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.values.size() != parts.size()) {
                throw new IllegalArgumentException(
                        "row " + row.label + " has " + row.values.size() + " values for " + parts.size() + " parts");
            }
        }
    }
}
