package sectile.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import sectile.base.quantity.Unit;

/// A title, columns, and rows with one cell for each column.
public record Table(String title, List<Column> columns, List<List<Cell>> rows) {
    public Table {
        Objects.requireNonNull(title, "title");
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows) {
            check(columns, row);
        }
    }

    public static Builder builder(String title) {
        return new Builder(title);
    }

    private static void check(List<Column> columns, List<Cell> row) {
        if (row.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "a row of " + row.size() + " cells in a table of " + columns.size() + " columns: " + row);
        }
        for (int i = 0; i < row.size(); i++) {
            boolean words = row.get(i) instanceof Cell.Text;
            boolean fits = row.get(i) instanceof Cell.Missing
                    || words == (columns.get(i).unit() == Unit.TEXT);
            if (!fits) {
                throw new IllegalArgumentException("column " + columns.get(i) + " cannot hold " + row.get(i));
            }
        }
    }

    /// Collects columns, then rows.
    public static final class Builder {
        private final String title;
        private final List<Column> columns = new ArrayList<>();
        private final List<List<Cell>> rows = new ArrayList<>();

        private Builder(String title) {
            this.title = title;
        }

        public Builder column(String name, Unit unit) {
            columns.add(new Column(name, unit));
            return this;
        }

        /// One value for each column: a `String` where the unit is text, else a number or [Cell.Missing].
        public Builder row(Object... values) {
            List<Cell> row = new ArrayList<>();
            for (Object value : values) {
                row.add(Cell.of(value));
            }
            check(columns, row);
            rows.add(row);
            return this;
        }

        public Table build() {
            return new Table(title, columns, rows);
        }
    }
}
