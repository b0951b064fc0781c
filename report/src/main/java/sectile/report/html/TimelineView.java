package sectile.report.html;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sectile.base.quantity.Units;

/// The frame of a timeline and its data; `timeline.js` draws it.
///
/// The data is `{merged, flows, kinds: [{name, line, phase, after, wait}], bands: [[name, start, end]],
/// lanes: [{group, name, rows: [slices], context, bytes, flows, critical: [start, end, …]}], slices}`, where `slices`
/// is [SliceBytes] in base 64, lane after lane and row after row.
final class TimelineView {
    private TimelineView() {}

    static void write(Timeline timeline, Html out) {
        if (timeline.slices() == 0) {
            out.element("p", "empty", "Nothing happened.");
            return;
        }
        out.raw("<div class=\"timeline\"><div class=\"tools\">");
        button("zoom-in", "Zoom in (W)", "+", out);
        button("zoom-out", "Zoom out (S)", "−", out);
        button("all", "Show everything", "All", out);
        if (timeline.lanes().stream().anyMatch(lane -> !lane.critical().isEmpty())) {
            button("path", "Fade what is not on the critical path (C)", "Critical path", out);
        }
        button("open", "Open all groups", "Open", out);
        button("close", "Close all groups", "Close", out);
        button("help", "Keys", "?", out);
        out.raw("<label class=\"filter\"><span>Lanes</span> <input type=\"search\" data-lanes></label>");
        out.raw("<label class=\"filter\"><span>Search</span> <input type=\"search\" data-search></label>");
        out.raw("<span class=\"matches\" role=\"status\"></span>");
        out.raw("<span class=\"range\" role=\"status\"></span></div><ul class=\"legend\"></ul>");
        out.raw(
                "<canvas class=\"overview\" aria-hidden=\"true\"></canvas><div class=\"stage\" tabindex=\"0\" role=\"application\"");
        out.attribute(
                "aria-label",
                timeline.title() + ", " + Units.count(timeline.slices()) + " slices on "
                        + Units.count(timeline.lanes().size())
                        + " lanes. Arrow keys move, plus and minus zoom, 0 shows everything.");
        out.raw("><div class=\"height\"></div><canvas></canvas></div><div class=\"tip\" role=\"status\" hidden></div>");
        out.raw("<div class=\"details\" aria-live=\"polite\" hidden></div>");
        help(out);
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

    private static void help(Html out) {
        out.raw("<dialog aria-label=\"Keys\"><dl>");
        List<List<String>> keys = List.of(
                List.of("W, S", "zoom in and out"),
                List.of("A, D", "move left and right"),
                List.of("F", "fill the view with what is pinned or selected"),
                List.of("C", "fade what is not on the critical path"),
                List.of("/", "search operations, lines and phases; Enter shows the next"),
                List.of("Esc", "close what is pinned"),
                List.of("click", "pin a slice; open or close a group"),
                List.of("Shift + drag, or drag on the ruler", "select a range and see its sums"),
                List.of("Ctrl + wheel", "zoom around the pointer"));
        for (List<String> each : keys) {
            out.element("dt", "", each.get(0)).element("dd", "", each.get(1));
        }
        out.raw("</dl><p class=\"hint\">Click to close.</p></dialog>");
    }

    private static String hint(Timeline timeline) {
        String merged = timeline.resolution() == 0
                ? ""
                : " Of " + Units.count(timeline.slices()) + " slices, neighbours shorter than "
                        + Units.time(timeline.resolution()) + " are drawn as one; the trace file has them all.";
        return "Drag to move, Ctrl + wheel or W and S to zoom, click a slice to pin it, Shift + drag to select a range;"
                + " ? shows all keys." + merged;
    }

    private static String data(Timeline timeline) {
        boolean merged = timeline.resolution() > 0;
        var slices = new SliceBytes();
        var json = new StringBuilder("{\"merged\":").append(merged).append(",\"kinds\":[");
        join(
                json,
                timeline.kinds().stream()
                        .map(kind -> "{\"name\":" + DataBlock.quote(kind.name()) + ",\"line\":"
                                + DataBlock.quote(kind.line()) + ",\"phase\":" + DataBlock.quote(kind.phase())
                                + (kind.after().isEmpty() ? "" : ",\"after\":" + DataBlock.quote(kind.after()))
                                + (kind.waiting() ? ",\"wait\":1}" : "}")));
        json.append("],\"bands\":[");
        join(
                json,
                timeline.bands().stream()
                        .map(band -> "[" + DataBlock.quote(band.name()) + "," + band.start() + "," + band.end() + "]"));
        json.append("],\"lanes\":[");
        long most = 0;
        for (int i = 0; i < timeline.lanes().size(); i++) {
            Timeline.Lane lane = timeline.lanes().get(i);
            boolean bytes = lane.rows().stream().anyMatch(SliceList::hasBytes);
            boolean flows = lane.rows().stream().anyMatch(SliceList::hasFlows);
            json.append(i == 0 ? "" : ",\n").append("{\"group\":").append(DataBlock.quote(lane.group()));
            json.append(",\"name\":").append(DataBlock.quote(lane.name())).append(",\"rows\":[");
            join(json, lane.rows().stream().map(row -> Integer.toString(row.size())));
            json.append(lane.context() ? "],\"context\":true" : "]")
                    .append(",\"bytes\":")
                    .append(bytes)
                    .append(",\"flows\":")
                    .append(flows);
            json.append(",\"critical\":[");
            join(json, lane.critical().stream().map(String::valueOf));
            json.append("]}");
            for (SliceList row : lane.rows()) {
                slices.add(row, bytes, flows, merged);
                for (int k = 0; k < row.size(); k++) {
                    most = Math.max(most, row.flow(k) / 2);
                }
            }
        }
        return json.append("],\"flows\":")
                .append(most)
                .append(",\"slices\":\"")
                .append(slices.base64())
                .append("\"}")
                .toString();
    }

    private static void join(StringBuilder json, Stream<String> items) {
        json.append(items.collect(Collectors.joining(",")));
    }
}
