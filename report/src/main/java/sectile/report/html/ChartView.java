package sectile.report.html;

import java.util.List;
import java.util.function.IntPredicate;

/// Cards and bars: plain elements with widths, readable without a drawing.
final class ChartView {
    /// Colours the themes define; more parts than these share the last one.
    static final int COLOURS = 8;

    /// A card's value of more characters is set smaller.
    private static final int LONG = 12;

    private ChartView() {}

    static void write(Cards cards, Html out) {
        out.raw("<dl class=\"cards\">");
        for (Cards.Card card : cards.cards()) {
            out.raw("<div class=\"card\">").element("dt", "", card.label());
            out.element("dd", card.value().length() > LONG ? "value long" : "value", card.value());
            if (!card.note().isEmpty()) {
                out.element("dd", "note", card.note());
            }
            out.raw("</div>");
        }
        out.raw("</dl>");
    }

    static void write(BarChart chart, Html out) {
        if (chart.bars().isEmpty()) {
            out.element("p", "empty", "Nothing to show.");
            return;
        }
        out.raw("<table class=\"bars\"><tbody>");
        for (BarChart.Bar bar : chart.bars()) {
            double share = Double.isFinite(bar.value()) ? Math.clamp(bar.value() / chart.max(), 0.0, 1.0) : 0;
            out.raw("<tr>")
                    .raw("<th scope=\"row\"")
                    .attribute("title", bar.label())
                    .raw(">")
                    .text(bar.label())
                    .raw("</th>");
            out.raw("<td class=\"track\"><span class=\"bar\"")
                    .attribute("style", "width:" + Html.number(share * 100) + "%");
            out.raw("></span></td>")
                    .element("td", "value", chart.unit().format(bar.value()))
                    .raw("</tr>");
        }
        out.raw("</tbody></table>");
    }

    static void write(SplitChart chart, Html out) {
        legend(chart.parts(), out);
        out.raw("<table class=\"bars split\"><tbody>");
        for (SplitChart.Row row : chart.rows()) {
            double total =
                    row.values().stream().mapToDouble(Double::doubleValue).sum();
            out.raw("<tr><th scope=\"row\"")
                    .attribute("title", row.label())
                    .raw(">")
                    .text(row.label())
                    .raw("</th><td class=\"track\">");
            for (int i = 0; i < chart.parts().size(); i++) {
                double share = total > 0 ? row.values().get(i) / total : 0;
                String label = chart.parts().get(i) + ": "
                        + chart.unit().format(row.values().get(i)) + " (" + Html.number(Math.round(share * 1000) / 10.0)
                        + " %)";
                out.raw("<span role=\"img\"")
                        .attribute("class", "part " + colour(i, chart.parts().get(i)))
                        .attribute("title", label);
                out.attribute("aria-label", label)
                        .attribute("style", "width:" + Html.number(share * 100) + "%")
                        .raw(">");
                out.raw(share >= 0.06 ? "<b>" + Math.round(share * 100) + " %</b>" : "")
                        .raw("</span>");
            }
            out.raw("</td>").element("td", "value", chart.unit().format(total)).raw("</tr>");
        }
        out.raw("</tbody></table>");
    }

    static void legend(List<String> names, Html out) {
        legend(names, i -> true, out);
    }

    /// Some of the names, with the colours that they have among all of them.
    static void legend(List<String> names, IntPredicate shown, Html out) {
        out.raw("<ul class=\"legend\">");
        for (int i = 0; i < names.size(); i++) {
            if (!shown.test(i)) {
                continue;
            }
            out.raw("<li><span")
                    .attribute("class", "swatch " + colour(i, names.get(i)))
                    .raw(" aria-hidden=\"true\"></span>")
                    .text(names.get(i))
                    .raw("</li>");
        }
        out.raw("</ul>");
    }

    /// The class of the colour of the i-th thing. Waiting and doing nothing have colours of their own.
    static String colour(int i, String name) {
        return switch (name) {
            case "waiting" -> "wait";
            case "idle" -> "idle";
            default -> "c" + Math.min(i, COLOURS - 1);
        };
    }
}
