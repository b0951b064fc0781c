package sectile.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.html.Cards;
import sectile.report.html.DataTable;
import sectile.report.html.HtmlReport;
import sectile.report.html.ReportPage;
import sectile.report.html.Timeline;
import sectile.report.perfetto.Details;
import sectile.report.perfetto.Lane;
import sectile.report.perfetto.PerfettoWriter;
import sectile.report.perfetto.TimeAxis;
import sectile.report.perfetto.Track;
import sectile.report.run.OpLog;
import sectile.report.run.Outcome;
import sectile.report.run.Recorder;
import sectile.report.run.Recording;
import sectile.report.run.RunReport;
import sectile.report.run.RunTrace;
import sectile.report.table.Table;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Gemm;
import sectile.sim.workload.Workload;

/// The Java of `docs/reports.md` is here as well, and runs. Change both together.
final class ReportsPageTest {
    @Test
    void theTraceOfThePage(@TempDir Path folder) throws IOException {
        try (var trace = PerfettoWriter.create(folder.resolve("run.pftrace"), TimeAxis.NANOSECONDS)) {
            Track pe = trace.group(trace.group(trace.process("sip0"), "cube3"), "pe5");
            Lane dma = trace.lane(pe, "DMA out");
            trace.slice(
                    dma,
                    12_000,
                    4_500,
                    "send",
                    new Details().number("bytes", 4096).flowOut(7));
            trace.finish();
        }
        assertThat(folder.resolve("run.pftrace")).isNotEmptyFile();
    }

    @Test
    void theReportOfThePage(@TempDir Path folder) throws IOException {
        Table engines = Table.builder("Engines")
                .column("engine", Unit.TEXT)
                .column("busy", Unit.PICOSECONDS)
                .row("sip0.cube0.pe0.pe_gemm", 1_500_000)
                .build();
        Timeline.Builder timeline = Timeline.builder("Timeline");
        timeline.slice(timeline.lane("sip0 cube0 pe0", "GEMM"), 0, 1_500_000, "dot");
        ReportPage page = ReportPage.builder("One matrix product", "default topology")
                .add(new Cards("Summary", List.of(new Cards.Card("Latency", Units.time(1_500_000), "total"))))
                .add(new DataTable(engines))
                .add(timeline.build())
                .build();
        HtmlReport.write(page, folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("report.html"))).contains("One matrix product", "1.50 µs");
    }

    @Test
    void theRunOfThePage(@TempDir Path folder) throws IOException {
        var recorder = new Recorder();
        Topology topology = Topologies.preset("default");
        Workload workload = new Gemm(512, 512, 512, DType.F16, topology.compositeTile());
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withListener(recorder))) {
            Outcome outcome = Outcome.of(workload, topology, workload.run(machine, 1), 1);
            Recording recording = recorder.recording(outcome);
            RunReport.write(folder.resolve("report.html"), outcome, recording);
            RunTrace.write(folder.resolve("run.pftrace"), outcome, recording);
            OpLog.write(folder.resolve("run.csv"), recording);
        }
        assertThat(folder.resolve("run.pftrace")).isNotEmptyFile();
        assertThat(Files.readString(folder.resolve("report.html"))).contains("Sectile: gemm", "load-dot-store");
        assertThat(Files.readString(folder.resolve("run.csv"))).contains("composite load");
    }

    @Test
    void thePageAndThisTestAgree() throws IOException {
        String self = Files.readString(Path.of("src/test/java/sectile/report/ReportsPageTest.java"));
        String code = squeezed(self.replace("folder.resolve(", "Path.of("));
        List<String> blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/reports.md")))
                .results()
                .map(match -> squeezed(match.group(1)))
                .toList();
        assertThat(blocks).hasSize(3).allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
