package sectile.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sectile.base.io.AtomicFiles;

/// Turns a [ReportPage] into one HTML file.
public final class HtmlReport {
    private HtmlReport() {}

    /// Writes the page under `file`, or leaves what was there if that fails.
    public static void write(ReportPage page, Path file) {
        AtomicFiles.write(file, render(page));
    }

    /// The page as text. The same page gives the same text.
    public static String render(ReportPage page) {
        String script = Stream.of(
                        "theme.js", "tables.js", "timeline.js", "timeline-draw.js", "timeline-hands.js", "playback.js")
                .map(HtmlReport::resource)
                .collect(Collectors.joining());
        var out = new Html();
        out.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
        out.raw(
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">");
        out.raw("<meta http-equiv=\"Content-Security-Policy\"");
        out.attribute(
                "content",
                "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-" + hash(script)
                        + "'; base-uri 'none'; form-action 'none'");
        out.raw(">")
                .element("title", "", page.title())
                .raw("\n<style>")
                .raw(resource("report.css"))
                .raw("</style></head>\n<body>");
        header(page, out);
        out.raw("<main>");
        List<Section> sections = page.sections();
        for (int i = 0; i < sections.size(); i++) {
            String id = "s" + (i + 1);
            out.raw("<section")
                    .attribute("id", id)
                    .attribute("aria-labelledby", id + "-title")
                    .raw("><h2")
                    .attribute("id", id + "-title")
                    .raw(">");
            out.text(sections.get(i).title()).raw("</h2>");
            body(sections.get(i), out);
            out.raw("</section>\n");
        }
        out.raw("</main><script>").raw(script).raw("</script></body></html>\n");
        return out.toString();
    }

    private static void header(ReportPage page, Html out) {
        out.raw("<header><div>")
                .element("h1", "", page.title())
                .element("p", "subtitle", page.subtitle())
                .raw("</div>");
        out.raw("<button type=\"button\" id=\"theme\" hidden>Theme</button></header>");
        if (page.sections().size() > 1) {
            out.raw("<nav aria-label=\"Contents\"><ul>");
            for (int i = 0; i < page.sections().size(); i++) {
                out.raw("<li><a")
                        .attribute("href", "#s" + (i + 1))
                        .raw(">")
                        .text(page.sections().get(i).title())
                        .raw("</a></li>");
            }
            out.raw("</ul></nav>");
        }
    }

    private static void body(Section section, Html out) {
        switch (section) {
            case Cards cards -> ChartView.write(cards, out);
            case DataTable table -> TableView.write(table, out);
            case BarChart chart -> ChartView.write(chart, out);
            case SplitChart chart -> ChartView.write(chart, out);
            case HeatMap map -> HeatMapView.write(map, out);
            case MeshMap map -> MeshView.write(map, out);
            case LinePlot plot -> PlotView.write(plot, out);
            case ParallelPlot plot -> ParallelView.write(plot, out);
            case Lanes lanes -> LanesView.write(lanes, out);
            case Timeline timeline -> TimelineView.write(timeline, out);
            case Playback playback -> PlaybackView.write(playback, out);
            case Picture picture -> {
                byte[] svg = picture.svg().getBytes(StandardCharsets.UTF_8);
                // As an image, a drawing can run no script and load nothing.
                out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"")
                        .attribute("aria-label", picture.title())
                        .raw("><img class=\"picture\"");
                out.attribute("alt", picture.description());
                out.attribute(
                                "src",
                                "data:image/svg+xml;base64,"
                                        + Base64.getEncoder().encodeToString(svg))
                        .raw("></div>");
            }
            case Prose prose -> out.element(prose.fixedWidth() ? "pre" : "p", "prose", prose.text());
        }
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException("the jar's " + name + " cannot be read", failed);
        }
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
