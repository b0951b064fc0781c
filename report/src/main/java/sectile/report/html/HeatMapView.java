package sectile.report.html;

import sectile.base.quantity.Unit;

/// A heat map as a table of coloured cells: it can be read aloud and copied.
final class HeatMapView {
    /// Wider maps show values only on pointing at them.
    private static final int ROOM_FOR_VALUES = 16;

    private HeatMapView() {}

    static void write(HeatMap map, Html out) {
        Heat.legend(out, map.unit().format(0), map.unit().format(map.max()));
        boolean roomy = map.columns().size() <= ROOM_FOR_VALUES;
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"").attribute("aria-label", map.title());
        out.raw("><table").attribute("class", roomy ? "heat" : "heat dense").raw("><thead><tr><td></td>");
        for (String column : map.columns()) {
            out.raw("<th scope=\"col\"><span>").text(column).raw("</span></th>");
        }
        out.raw("</tr></thead><tbody>");
        for (int y = 0; y < map.rows().size(); y++) {
            out.raw("<tr><th scope=\"row\">").text(map.rows().get(y)).raw("</th>");
            for (int x = 0; x < map.columns().size(); x++) {
                cell(map, x, y, roomy, out);
            }
            out.raw("</tr>");
        }
        out.raw("</tbody></table></div>");
    }

    private static void cell(HeatMap map, int x, int y, boolean roomy, Html out) {
        double value = map.values().get(y).get(x);
        if (Double.isNaN(value)) {
            out.raw("<td></td>");
            return;
        }
        double share = value / map.max();
        String words = map.unit().format(value);
        out.raw("<td").attribute("class", Heat.ink(share)).attribute("style", "background:" + Heat.colour(share));
        out.attribute("title", map.rows().get(y) + ", " + map.columns().get(x) + ": " + words)
                .raw(">");
        out.raw("<span")
                .attribute("class", roomy ? "" : "unseen")
                .raw(">")
                .text(roomy ? brief(map.unit(), value) : words)
                .raw("</span></td>");
    }

    /// Percents without decimals, to fit the cell.
    private static String brief(Unit unit, double value) {
        return unit == Unit.RATIO ? Math.round(value * 100) + " %" : unit.format(value);
    }
}
