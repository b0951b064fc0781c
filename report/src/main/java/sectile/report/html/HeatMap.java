package sectile.report.html;

import java.util.List;
import sectile.base.quantity.Unit;

/// A grid of values as colours: `rows` down, `columns` across. The hottest colour is `max`; a value that is not a
/// number leaves its cell empty.
public record HeatMap(
        String title, Unit unit, double max, List<String> columns, List<String> rows, List<List<Double>> values)
        implements Section {
    public HeatMap {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        values = values.stream().map(List::copyOf).toList();
        if (values.size() != rows.size()) {
            throw new IllegalArgumentException(values.size() + " rows of values for " + rows.size() + " names");
        }
        for (List<Double> row : values) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(row.size() + " values in a row of " + columns.size() + " columns");
            }
        }
        if (!(max > 0) || !Double.isFinite(max)) {
            throw new IllegalArgumentException("a hottest value of " + max);
        }
    }
}
