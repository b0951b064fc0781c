package sectile.report.html;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import sectile.base.quantity.Units;

/// The frame of a timeline and its data; `timeline.js` draws it.
///
/// The data is `{names, lines, waits, lanes: [{group, name, rows: [[gap, duration, kind, …], …]}]}`, where a gap counts
/// from the end of the slice before, and a kind is an index into `names` and `lines`; `waits` holds those that wait.
/// With
/// `merged`, each slice also has how many it represents and how long they took.
final class TimelineView {
    private TimelineView() {}

    static void write(Timeline timeline, Html out) {
        if (timeline.slices() == 0) {
            out.element("p", "empty", "Nothing happened.");
            return;
        }
        out.raw("<div class=\"timeline\"><div class=\"tools\">");
        button("zoom-in", "Zoom in", "+", out);
        button("zoom-out", "Zoom out", "−", out);
        button("all", "Show everything", "All", out);
        out.raw("<label class=\"filter\"><span>Lanes</span> <input type=\"search\" data-lanes></label>");
        out.raw("<span class=\"range\" role=\"status\"></span></div><ul class=\"legend\"></ul>");
        out.raw(
                "<canvas class=\"overview\" aria-hidden=\"true\"></canvas><div class=\"stage\" tabindex=\"0\" role=\"application\"");
        out.attribute(
                "aria-label",
                timeline.title() + ", " + Units.count(timeline.slices()) + " slices on "
                        + Units.count(timeline.lanes().size())
                        + " lanes. Arrow keys move, plus and minus zoom, 0 shows everything.");
        out.raw("><div class=\"height\"></div><canvas></canvas></div><div class=\"tip\" role=\"status\" hidden></div>");
        out.element("p", "hint", hint(timeline));
        out.raw("<noscript><p class=\"empty\">The timeline needs scripts; the tables do not.</p></noscript>");
        out.raw("<script type=\"application/json\">").raw(data(timeline)).raw("</script></div>");
    }

    private static void button(String action, String label, String face, Html out) {
        out.raw("<button type=\"button\"")
                .attribute("data-action", action)
                .attribute("aria-label", label)
                .attribute("title", label);
        out.raw(">").text(face).raw("</button>");
    }

    private static String hint(Timeline timeline) {
        String merged = timeline.resolution() == 0
                ? ""
                : " Of " + Units.count(timeline.slices()) + " slices, neighbours shorter than "
                        + Units.time(timeline.resolution()) + " are drawn as one; the trace file has them all.";
        return "Drag to move, Ctrl + wheel or + and − to zoom, double-click a slice to fill the view with it." + merged;
    }

    private static String data(Timeline timeline) {
        boolean merged = timeline.resolution() > 0;
        var json = new StringBuilder("{\"merged\":").append(merged).append(",\"names\":[");
        List<Timeline.Kind> kinds = timeline.kinds();
        join(json, kinds.stream().map(kind -> DataBlock.quote(kind.name())));
        json.append("],\"lines\":[");
        join(json, kinds.stream().map(kind -> DataBlock.quote(kind.line())));
        json.append("],\"waits\":[");
        join(
                json,
                IntStream.range(0, kinds.size())
                        .filter(i -> kinds.get(i).waiting())
                        .mapToObj(Integer::toString));
        json.append("],\"lanes\":[");
        for (int i = 0; i < timeline.lanes().size(); i++) {
            Timeline.Lane lane = timeline.lanes().get(i);
            json.append(i == 0 ? "" : ",\n").append("{\"group\":").append(DataBlock.quote(lane.group()));
            json.append(",\"name\":").append(DataBlock.quote(lane.name())).append(",\"rows\":[");
            for (int row = 0; row < lane.rows().size(); row++) {
                json.append(row == 0 ? "[" : ",[");
                append(json, lane.rows().get(row), merged);
                json.append(']');
            }
            json.append("]}");
        }
        return json.append("]}").toString();
    }

    private static void join(StringBuilder json, Stream<String> items) {
        json.append(items.collect(Collectors.joining(",")));
    }

    private static void append(StringBuilder json, SliceList row, boolean merged) {
        long end = 0;
        for (int i = 0; i < row.size(); i++) {
            json.append(i == 0 ? "" : ",")
                    .append(row.start(i) - end)
                    .append(',')
                    .append(row.duration(i))
                    .append(',')
                    .append(row.name(i));
            if (merged) {
                json.append(',').append(row.count(i)).append(',').append(row.busy(i));
            }
            end = row.start(i) + row.duration(i);
        }
    }
}
