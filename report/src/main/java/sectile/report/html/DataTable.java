package sectile.report.html;

import sectile.report.table.Table;

/// A table whose columns sort when clicked; long ones scroll and can be filtered.
///
/// @param note a sentence below it, "" for none
public record DataTable(Table table, String note) implements Section {
    public DataTable(Table table) {
        this(table, "");
    }

    @Override
    public String title() {
        return table.title();
    }
}
