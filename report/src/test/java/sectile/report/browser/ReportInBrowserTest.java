package sectile.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.json.JsonWriter;
import sectile.report.run.Outcome;
import sectile.report.run.Recorder;
import sectile.report.run.RunJson;
import sectile.report.run.RunReport;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.HelloRing;

/// A report as a reader sees it. Skipped on a machine without Chromium.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReportInBrowserTest {
    private @Nullable Browser started;
    private Path report = Path.of("");
    private String json = "";

    @BeforeAll
    void run(@TempDir Path temp) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Browser.program().isPresent(), "chromium is not installed: scripts/install-packages");
        Topology topology = Topologies.preset("small");
        var recorder = new Recorder();
        var ring = new HelloRing(64, new QueueConfig(Space.TCM, 4, 4096, 16));
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withListener(recorder))) {
            Outcome outcome = Outcome.of(ring, topology, ring.run(machine, 1), 1);
            report = temp.resolve("report.html");
            RunReport.write(report, outcome, recorder.recording(outcome));
            var out = new StringBuilder();
            try (JsonWriter writer = JsonWriter.compact(out)) {
                RunJson.write(writer, outcome);
            }
            json = out.toString();
        }
        started = Browser.start(temp.resolve("home"));
    }

    @AfterAll
    void end() {
        if (started != null) {
            started.close();
        }
    }

    private Browser open(int width) throws InterruptedException {
        Browser browser = Objects.requireNonNull(started);
        browser.open(report, width);
        return browser;
    }

    @Test
    void numbersShownAreThoseOfTheJson() throws InterruptedException {
        Browser browser = open(1200);
        // The bare values of a table's rows, by its section's title.
        String rows = """
                (title => [...document.querySelectorAll("section")]
                  .find(section => section.querySelector("h2").textContent === title)
                  .querySelectorAll("tbody tr").values()
                  .map(row => [row.cells[0].textContent, ...[...row.cells].slice(1).map(cell => Number(cell.dataset.v))])
                  .toArray())""";
        String run = "JSON.parse(" + Json.quote(json) + ")";
        assertThat(browser.evaluate(rows + "('Engines')"))
                .isEqualTo(browser.evaluate(
                        run + ".engines.map(e => [e.name, e.busy_ps, e.utilisation, e.wait_ps, e.waited])"));
        assertThat(browser.evaluate(rows + "('Links')"))
                .isEqualTo(browser.evaluate(run + ".links.map(e => [e.name, e.bytes, e.busy_ps, e.utilisation])"));
        assertThat(browser.evaluate("document.querySelectorAll('#s1 dd.value')[2].textContent"))
                .isEqualTo(browser.evaluate(run + ".events.toLocaleString('en')"));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void ticksTellTimesApartAtEveryZoom() throws InterruptedException {
        Browser browser = open(1200);
        String ticks = """
                (async times => {
                  const frame = document.querySelector(".timeline");
                  for (let i = 0; i < times; i++) frame.querySelector("[data-action=zoom-in]").click();
                  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                  return frame.querySelector(".stage").dataset.ticks.split("|");
                })""";
        assertThat(browser.evaluate(ticks + "(0)")).startsWith("[\"0");
        for (int zoom = 1; zoom <= 20; zoom++) {
            String labels = browser.evaluate(ticks + "(1)");
            List<String> all = List.of(labels.substring(1, labels.length() - 1).split(",", -1));
            assertThat(all).hasSizeGreaterThan(1).doesNotHaveDuplicates();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {480, 1200, 1900})
    void nothingIsCutOff(int width) throws InterruptedException {
        Browser browser = open(width);
        String inside = """
                (() => {
                  const items = [...document.querySelectorAll("nav a")];
                  return items.length > 3 && items.every(item => {
                    const box = item.getBoundingClientRect();
                    return box.left >= 0 && box.right <= document.documentElement.clientWidth;
                  }) && document.documentElement.scrollWidth <= document.documentElement.clientWidth;
                })()""";
        assertThat(browser.evaluate(inside)).isEqualTo("true");
    }

    @Test
    void tablesSortAndFilter() throws InterruptedException {
        Browser browser = open(1200);
        String shown = """
                (() => {
                  const section = [...document.querySelectorAll("section")]
                    .find(each => each.querySelector("h2").textContent === "Engines");
                  const filter = section.querySelector("input");
                  filter.value = "pe1 ipcq";
                  filter.dispatchEvent(new Event("input"));
                  section.querySelectorAll("th button")[3].click();
                  const rows = [...section.querySelectorAll("tbody tr")].filter(row => !row.hidden);
                  return rows.map(row => Number(row.cells[3].dataset.v));
                })()""";
        String run = "JSON.parse(" + Json.quote(json) + ")";
        assertThat(browser.evaluate(shown))
                .isEqualTo(browser.evaluate(run + ".engines.filter(e => e.name.includes('pe1')"
                        + " && e.name.includes('ipcq')).map(e => e.wait_ps).sort((a, b) => b - a)"))
                .isNotEqualTo("[]");
    }
}
