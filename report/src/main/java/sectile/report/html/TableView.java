package sectile.report.html;

import java.util.List;
import sectile.base.quantity.Unit;
import sectile.report.table.Cell;
import sectile.report.table.Column;
import sectile.report.table.Table;

/// Tables whose head cells are buttons that sort. Cells carry their bare value for that.
final class TableView {
    /// From this many rows on a filter is offered.
    private static final int MANY = 15;

    private TableView() {}

    static void write(DataTable section, Html out) {
        Table table = section.table();
        if (table.rows().size() > MANY) {
            out.raw("<label class=\"filter\"><span>Filter</span> <input type=\"search\" data-filter></label>");
            out.raw("<span class=\"found\" role=\"status\"></span>");
        }
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"").attribute("aria-label", table.title());
        out.raw("><table class=\"data\"><thead><tr>");
        for (Column column : table.columns()) {
            out.raw("<th scope=\"col\"").attribute("class", align(column)).raw("><button type=\"button\">");
            out.text(column.name()).raw("<span class=\"arrow\" aria-hidden=\"true\"></span></button></th>");
        }
        out.raw("</tr></thead><tbody>");
        for (List<Cell> row : table.rows()) {
            out.raw("<tr>");
            for (int i = 0; i < row.size(); i++) {
                Column column = table.columns().get(i);
                out.raw("<td").attribute("class", align(column));
                if (column.unit() != Unit.TEXT) {
                    out.attribute("data-v", row.get(i).raw());
                }
                out.raw(">").text(row.get(i).text(column.unit())).raw("</td>");
            }
            out.raw("</tr>\n");
        }
        out.raw("</tbody></table></div>");
        if (table.rows().isEmpty()) {
            out.element("p", "empty", "No rows.");
        }
        if (!section.note().isEmpty()) {
            out.element("p", "hint", section.note());
        }
    }

    private static String align(Column column) {
        return column.unit() == Unit.TEXT ? "words" : "number";
    }
}
