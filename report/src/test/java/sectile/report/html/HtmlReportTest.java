package sectile.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.quantity.Unit;
import sectile.report.table.Cell;
import sectile.report.table.Table;

final class HtmlReportTest {
    /// Ends an element, an attribute, a string and a script, and starts new ones.
    private static final String EVIL =
            "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u2028\u0000&amp;";

    @Test
    void everyStringIsShownAndNoneRuns() {
        String page = HtmlReport.render(everySection(EVIL));
        assertThat(page).doesNotContain("<script>alert").doesNotContain("<img src=x");
        assertThat(page)
                .contains(
                        "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;");
        assertThat(page).doesNotContain("\u0000");
        // The report's own script and one block of data per timeline.
        assertThat(page.split("<script", -1)).hasSize(3);
        assertThat(page.split("</script", -1)).hasSize(3);
    }

    @Test
    void nothingIsFetchedAndOnlyTheOwnScriptMayRun() throws Exception {
        String page = HtmlReport.render(everySection("plain"));
        assertThat(page)
                .doesNotContainPattern("(src|href)=\"(?!#|data:)")
                .doesNotContain("@import")
                .doesNotContain("url(");
        Matcher script =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(page);
        assertThat(script.find()).isTrue();
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(script.group(1).getBytes(StandardCharsets.UTF_8));
        assertThat(page)
                .contains("script-src &#39;sha256-" + Base64.getEncoder().encodeToString(digest) + "&#39;");
        assertThat(page).contains("default-src &#39;none&#39;");
    }

    @Test
    void drawingsAreImages() {
        String svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
        String page = HtmlReport.render(ReportPage.builder("t", "")
                .add(new Picture("p", svg, "two SIPs"))
                .build());
        String encoded = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
        assertThat(page)
                .contains("alt=\"two SIPs\" src=\"data:image/svg+xml;base64," + encoded + "\"")
                .doesNotContain("alert");
    }

    @Test
    void valuesStandInThePageWithTheirUnits() {
        String page = HtmlReport.render(everySection("x"));
        assertThat(page)
                .contains("<dd class=\"value\">x</dd>")
                .contains("<td class=\"number\" data-v=\"1500000\">1.50 µs</td>")
                .contains("<td class=\"number\" data-v=\"\">–</td>")
                .contains("style=\"width:93%\"")
                .contains("<td class=\"value\">93.0 %</td>")
                .contains("aria-label=\"x: 3.00 ns (75 %)\"")
                .contains("title=\"x, x: 50.0 %\"")
                .contains("color-mix(in oklab, var(--heat-mid) 100.0%, var(--heat-low))");
    }

    @Test
    void contentsLeadToEverySection() {
        String page = HtmlReport.render(everySection("x"));
        for (int i = 1; i <= 10; i++) {
            assertThat(page).contains("href=\"#s" + i + "\"").contains("<section id=\"s" + i + "\"");
        }
    }

    @Test
    void theSamePageGivesTheSameText() {
        assertThat(HtmlReport.render(everySection("x"))).isEqualTo(HtmlReport.render(everySection("x")));
    }

    @Test
    void emptySectionsSayThatTheyAreEmpty() {
        String page = HtmlReport.render(ReportPage.builder("t", "")
                .add(BarChart.relative("bars", Unit.COUNT, List.of()))
                .add(new DataTable(Table.builder("rows").column("a", Unit.TEXT).build()))
                .add(Timeline.builder("time").build())
                .build());
        assertThat(page).contains("Nothing to show.").contains("No rows.").contains("Nothing happened.");
    }

    @Test
    void aFileIsWrittenWholeOrNotAtAll(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("report.html");
        HtmlReport.write(everySection("x"), file);
        assertThat(Files.readString(file)).isEqualTo(HtmlReport.render(everySection("x")));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void impossibleSectionsAreRefused() {
        assertThatThrownBy(() -> new BarChart("b", Unit.RATIO, 0, List.of())).hasMessageContaining("full bar of 0");
        assertThatThrownBy(
                        () -> new HeatMap("h", Unit.RATIO, 1, List.of("a"), List.of("b"), List.of(List.of(1.0, 2.0))))
                .hasMessageContaining("2 values in a row of 1 columns");
        assertThatThrownBy(() -> new MeshMap("m", 2, 2, List.of(new MeshMap.Node(2, 0, "n", 0)), List.of()))
                .hasMessageContaining("(2, 0) in a mesh of 2x2");
        assertThatThrownBy(() ->
                        new SplitChart("s", Unit.COUNT, List.of("a"), List.of(new SplitChart.Row("r", List.of()))))
                .hasMessageContaining("0 values for 1 parts");
    }

    private static ReportPage everySection(String word) {
        Timeline.Builder timeline = Timeline.builder(word);
        timeline.slice(timeline.lane(word, word), 0, 5, word);
        var axis = new LinePlot.Axis(word, Unit.BYTES, true);
        Table table = Table.builder(word)
                .column(word, Unit.TEXT)
                .column("busy", Unit.PICOSECONDS)
                .row(word, 1_500_000)
                .row(word, new Cell.Missing())
                .build();
        return ReportPage.builder(word, word)
                .add(new Cards(word, List.of(new Cards.Card(word, word, word))))
                .add(new DataTable(table))
                .add(new BarChart(word, Unit.RATIO, 1, List.of(new BarChart.Bar(word, 0.93))))
                .add(new SplitChart(
                        word,
                        Unit.PICOSECONDS,
                        List.of(word, "idle"),
                        List.of(new SplitChart.Row(word, List.of(3000.0, 1000.0)))))
                .add(new HeatMap(word, Unit.RATIO, 1, List.of(word), List.of(word), List.of(List.of(0.5))))
                .add(new MeshMap(
                        word,
                        2,
                        1,
                        List.of(new MeshMap.Node(0, 0, word, 0.4)),
                        List.of(new MeshMap.Link(0, 0, 1, 0, word, 0.9))))
                .add(new Picture(word, "<svg/>", word))
                .add(new LinePlot(
                        word, axis, axis, List.of(new LinePlot.Series(word, List.of(new LinePlot.Point(1, 2))))))
                .add(timeline.build())
                .add(new Prose(word, word, true))
                .build();
    }
}
