package sectile.report.table;

import java.io.IOException;
import java.util.List;

/// Comma-separated values as RFC 4180 has them: CRLF after each record, quotes only where needed, a header. Numbers
/// are bare and exact; the header names their unit.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe in front, as spreadsheets themselves do.
public final class Csv {
    /// What a formula may begin with.
    private static final String FORMULA = "=+-@\t\r";

    private Csv() {}

    public static void write(Table table, Appendable out) throws IOException {
        record(table.columns().stream().map(Column::machineName).map(Csv::text).toList(), out);
        for (List<Cell> row : table.rows()) {
            record(row.stream().map(Csv::raw).toList(), out);
        }
    }

    /// A text as a cell shows it; it begins no formula.
    public static String text(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String raw(Cell cell) {
        return switch (cell) {
            case Cell.Text(String value) -> text(value);
            case Cell.Whole _, Cell.Real _, Cell.Missing _ -> cell.raw();
        };
    }

    private static void record(List<String> fields, Appendable out) throws IOException {
        for (int i = 0; i < fields.size(); i++) {
            out.append(i == 0 ? "" : ",").append(field(fields.get(i), fields.size() == 1));
        }
        out.append("\r\n");
    }

    /// An empty line would be no record at all, so an only field is quoted when empty.
    private static String field(String text, boolean only) {
        boolean special = text.chars().anyMatch(c -> c == '"' || c == ',' || c == '\r' || c == '\n');
        boolean edge = text.startsWith(" ") || text.endsWith(" ");
        return special || edge || (only && text.isEmpty()) ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
