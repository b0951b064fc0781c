package sectile.report.table;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Printable;
import sectile.base.quantity.Unit;

/// Tables for a terminal: two spaces between columns, numbers to the right, a rule under the names.
public final class TextTable {
    private TextTable() {}

    /// The title (if any), the names, a rule and the rows, each line ended.
    public static String render(Table table) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(table.columns().stream()
                .map(column -> Printable.line(column.name()))
                .toList());
        for (List<Cell> row : table.rows()) {
            List<String> line = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                line.add(Printable.line(row.get(i).text(table.columns().get(i).unit())));
            }
            lines.add(line);
        }
        int[] widths = new int[table.columns().size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(line.get(i)));
            }
        }
        var out = new StringBuilder();
        if (!table.title().isEmpty()) {
            out.append(Printable.line(table.title())).append('\n');
        }
        for (int i = 0; i < lines.size(); i++) {
            append(out, lines.get(i), widths, table.columns());
            if (i == 0) {
                List<String> rule = new ArrayList<>();
                for (int width : widths) {
                    rule.add("─".repeat(width));
                }
                append(out, rule, widths, table.columns());
            }
        }
        return out.toString();
    }

    private static void append(StringBuilder out, List<String> line, int[] widths, List<Column> columns) {
        int start = out.length();
        for (int i = 0; i < widths.length; i++) {
            String gap = " ".repeat(widths[i] - width(line.get(i)));
            boolean left = columns.get(i).unit() == Unit.TEXT;
            out.append(i == 0 ? "" : "  ").append(left ? line.get(i) + gap : gap + line.get(i));
        }
        int end = out.length();
        while (end > start && out.charAt(end - 1) == ' ') {
            end--;
        }
        out.setLength(end);
        out.append('\n');
    }

    /// Characters on the screen, taking every code point for one column wide.
    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
