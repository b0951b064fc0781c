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
import sectile.report.run.Recording;
import sectile.report.run.RunJson;
import sectile.report.run.RunReport;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.path.Tracing;
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
        MachineOptions options =
                MachineOptions.standard().withListener(recorder).traced(Tracing.ALL);
        try (Machine machine = Machine.open(topology, options)) {
            machine.mark("round");
            Outcome measured =
                    Outcome.of(ring, topology, ring.run(machine, 1), 1).explainedBy(machine);
            Recording recording = recorder.recording(measured);
            Outcome outcome = measured.recordedIn(recording);
            report = temp.resolve("report.html");
            RunReport.write(report, outcome, recording);
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
                .isEqualTo(
                        browser.evaluate(
                                run
                                        + ".engines.map(e => [e.name, e.busy_ps, e.utilisation, e.wait_ps, e.waited, e.bytes ?? e.operations])"));
        assertThat(browser.evaluate(rows + "('Links')"))
                .isEqualTo(browser.evaluate(run + ".links.map(e => [e.name, e.bytes, e.busy_ps, e.utilisation])"));
        assertThat(browser.evaluate(rows + "('Phases')"))
                .isEqualTo(browser.evaluate(run + ".phase_times.filter(e => e.kind === 'phase').map(e => [e.name,"
                        + " e.begins_ps, e.time_ps, e.time_ps / " + run + ".latency_ps, e.pes, e.operations,"
                        + " e.work_ps, e.wait_ps, e.bytes, e.critical_ps])"))
                .contains("\"round\"");
        assertThat(browser.evaluate(rows + "('Slack')"))
                .isEqualTo(browser.evaluate(run + ".slack.map(e => [e.name, e.slack_ps]).sort((a, b) => a[1] - b[1]"
                        + " || a[0].split('.').length - b[0].split('.').length"
                        + " || a[0].localeCompare(b[0], 'en', { numeric: true }))"));
        assertThat(browser.evaluate(rows + "('Time per source line')"))
                .isEqualTo(browser.evaluate("(lines => lines.map(e => [e.line, e.operations, e.work_ps, e.work_ps /"
                        + " lines.reduce((sum, each) => sum + each.work_ps, 0), e.wait_ps, e.work.dma_in_ps,"
                        + " e.work.dma_out_ps, e.work.gemm_ps, e.work.math_ps, e.work.ipcq_ps]))(" + run
                        + ".source_lines)"))
                .contains("HelloRing.java:");
        assertThat(browser.evaluate(rows + "('Messages per level')"))
                .isEqualTo(browser.evaluate(run + ".message_levels.map(e => [e.level, e.messages, e.bytes,"
                        + " e.in_flight_ps, Math.min(1, e.in_flight_ps / " + run + ".latency_ps), e.wait_ps])"))
                .contains("inside a cube");
        for (String[] table : new String[][] {{"cause", "causes", "cause"}, {"source line", "lines", "line"}}) {
            assertThat(browser.evaluate(rows + "('Critical path by " + table[0] + "')"))
                    .isEqualTo(browser.evaluate(run + ".critical_path." + table[1] + ".map(e => [e." + table[2]
                            + ", e.ps, e.part, e.pieces])"))
                    .isNotEqualTo("[]");
        }
        assertThat(browser.evaluate(
                        rows + "('Critical path by resource').map(row => [row[0], row[2], row[3], row[4]])"))
                .isEqualTo(browser.evaluate(
                        run + ".critical_path.resources.map(e => [e.name || '–', e.ps, e.part, e.pieces])"));
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

    /// What the timeline knows, added up: it is what the JSON says.
    @Test
    void theTimelineHoldsEveryOperation() throws InterruptedException {
        Browser browser = open(1200);
        String sums = """
                (() => {
                  const line = document.querySelector(".timeline").timeline;
                  const work = {}, wait = {};
                  for (const row of line.rows) {
                    if (row.lane.context || row.lane.path.length === 0) continue;
                    const name = row.lane.group.replaceAll("/", ".") + "." + row.lane.name;
                    for (let i = 0; i < row.n; i++) {
                      const into = line.waits[row.kind[i]] ? wait : work;
                      into[name] = (into[name] ?? 0) + row.end[i] - row.start[i];
                    }
                  }
                  return [work, wait];
                })()""";
        String run = "JSON.parse(" + Json.quote(json) + ")";
        // Queue engines do one thing at a time, so that their slices add up to the statistics.
        assertThat(browser.evaluate(sums + ".map(part => Object.entries(part).filter(([name]) => name.endsWith('ipcq'))"
                        + ".map(([name, time]) => name + ' ' + time).sort())"))
                .isEqualTo(browser.evaluate("[" + run + ".engines.filter(e => e.name.endsWith('ipcq')).map(e => e.name"
                        + " + ' ' + e.busy_ps).sort(), " + run + ".engines.filter(e => e.name.endsWith('ipcq') &&"
                        + " e.wait_ps > 0).map(e => e.name + ' ' + e.wait_ps).sort()]"))
                .contains("ipcq");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theTimelineAnswersKeysPointerAndSearch() throws InterruptedException {
        Browser browser = open(1200);
        String act = """
                (async () => {
                  const frame = document.querySelector(".timeline"), line = frame.timeline;
                  const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                  const settle = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                  const answers = [];
                  const span = line.to - line.from;
                  press("w"); answers.push(line.to - line.from < span);
                  press("d"); answers.push(line.from > 0);
                  press("f"); answers.push(line.from === 0 && line.to === line.end);
                  press("/"); answers.push(document.activeElement.matches("input[data-search]"));
                  const search = document.activeElement;
                  search.value = "recv";
                  search.dispatchEvent(new Event("input"));
                  answers.push(parseInt(frame.querySelector(".matches").textContent.replaceAll(",", "")) > 0);
                  search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
                  await settle();
                  const details = frame.querySelector(".details");
                  answers.push(!details.hidden && details.textContent.includes("recv"));
                  let messages = 0;
                  for (const row of line.rows) if (row.flow) for (let i = 0; i < row.n; i++) if (row.flow[i] % 2 === 1 && line.sendAt[row.flow[i] >> 1] >= 0) {
                    messages++;
                    if (messages === 1) line.pin(row, i);
                  }
                  answers.push(messages > 0 && details.querySelector(":scope > button").textContent === "Go to its send");
                  await settle();
                  answers.push(Number(frame.querySelector(".stage").dataset.arrows) > 0);
                  line.select(0, line.end);
                  line.sums();
                  answers.push(details.textContent.includes("work") && details.querySelectorAll("tr").length > 2);
                  line.setAll(true); answers.push(line.places.every(place => place.node));
                  line.toggle(line.places[0].node); answers.push(line.places.some(place => place.lane));
                  press("c"); answers.push(line.pathOnly === true && line.rows.some(row => row.onPath.includes(1)));
                  return answers;
                })()""";
        assertThat(browser.evaluate(act)).isEqualTo("[" + "true,".repeat(11) + "true]");
        assertThat(browser.complaints()).isEmpty();
    }

    /// A range over the whole run has the work and the waits of all its operations, once each, and no others.
    @Test
    void aRangeAddsUpWhatEnginesDid() throws InterruptedException {
        Browser browser = open(1200);
        String sums = """
                (() => {
                  const line = document.querySelector(".timeline").timeline;
                  line.select(0, line.end);
                  line.sums();
                  return document.querySelector(".timeline .details p").textContent;
                })()""";
        String expected =
                "(launch => 'work ' + TIME.format(launch.work_ps) + ', waiting ' + TIME.format(launch.wait_ps))"
                        + "(JSON.parse(" + Json.quote(json) + ").phase_times.find(e => e.kind === 'launch'))";
        String shown = browser.evaluate(sums);
        assertThat(shown)
                .contains(" engines together: ", browser.evaluate(expected).replace("\"", ""));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theMachinePlaysTheRun() throws InterruptedException {
        Browser browser = open(1200);
        String act = """
                (() => {
                  const frame = document.querySelector(".playback"), slider = frame.querySelector("input");
                  const shapes = [...frame.querySelector(".drawing").shadowRoot.querySelectorAll("[data-place]")];
                  const looks = () => shapes.map(shape => shape.getAttribute("style") ?? "").join("|");
                  const seen = new Set([looks()]);
                  for (let at = 0; at <= Number(slider.max); at += 10) {
                    slider.value = at;
                    slider.dispatchEvent(new Event("input"));
                    seen.add(looks());
                  }
                  return seen.size > 3 && frame.querySelector("output").textContent.endsWith("s");
                })()""";
        assertThat(browser.evaluate(act)).isEqualTo("true");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theThemeIsRemembered() throws InterruptedException {
        Browser browser = open(1200);
        browser.evaluate("(localStorage.removeItem('sectile-theme'), 1)");
        browser.evaluate("(document.getElementById('theme').click(), 1)");
        String chosen = browser.evaluate("document.documentElement.dataset.theme");
        assertThat(open(1200).evaluate("document.documentElement.dataset.theme"))
                .isEqualTo(chosen);
        browser.evaluate("(localStorage.removeItem('sectile-theme'), 1)");
    }
}
