package sectile.report.table;

import java.io.IOException;
import java.util.List;

/// Comma-separated values as RFC 4180 has them: CRLF after each record, quotes only where needed, a header. Numbers
/// are bare and exact; the header names their unit.
public final class Csv {
    private Csv() {}

    public static void write(Table table, Appendable out) throws IOException {
        record(table.columns().stream().map(Column::machineName).toList(), out);
        for (List<Cell> row : table.rows()) {
            record(row.stream().map(Cell::raw).toList(), out);
        }
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
