package sectile.report.html;

import sectile.report.table.Table;

/// A table whose columns sort when clicked; long ones scroll and can be filtered.
public record DataTable(Table table) implements Section {
    @Override
    public String title() {
        return table.title();
    }
}
