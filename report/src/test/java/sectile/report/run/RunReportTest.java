package sectile.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Quantity;
import sectile.report.html.HtmlReport;
import sectile.report.html.Section;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;
import sectile.sim.workload.Figure;
import sectile.sim.workload.HelloRing;

/// A run and its report, made from Java alone.
final class RunReportTest {
    private final Recorder recorder = new Recorder();
    private final Outcome outcome = run();
    private final Recording recording = recorder.recording(outcome);

    private Outcome run() {
        Topology topology = Topologies.preset("small");
        var ring = new HelloRing(64, new QueueConfig(Space.TCM, 4, 4096, 16));
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withListener(recorder))) {
            return Outcome.of(ring, topology, ring.run(machine, 1), 1);
        }
    }

    @Test
    void timesCountFromTheLaunch() {
        assertThat(recording.occupancies().getFirst())
                .isEqualTo(new Occupancy(Occupancy.Kind.PROCESSOR, "host", "message", 0, 200_000, 0, ""));
        assertThat(recording.ops())
                .isNotEmpty()
                .allSatisfy(op -> assertThat(op.startPs()).isBetween(1L, outcome.latencyPs()));
    }

    @Test
    void linksAreTakenAsLongAsTheStatisticsSay() {
        Map<String, Long> bytes = new HashMap<>();
        for (Occupancy each : recording.occupancies()) {
            assertThat(each.endPs()).isGreaterThan(each.startPs());
            if (each.kind() == Occupancy.Kind.LINK) {
                bytes.merge(each.name(), each.bytes(), Long::sum);
            }
        }
        Map<String, Long> expected = new HashMap<>();
        for (LinkUse use : outcome.statistics().links()) {
            expected.put(use.name(), use.bytes());
        }
        assertThat(bytes).isEqualTo(expected);
    }

    @Test
    void enginesThatOnlyWaitAreNotTheBusiest() {
        List<EngineUse> engines = outcome.statistics().engines();
        Map<String, Long> work = new HashMap<>();
        Map<String, Long> waits = new HashMap<>();
        for (Op op : recording.ops()) {
            String name = op.place() + "." + op.lane().text();
            work.merge(name, op.workPs(), Long::sum);
            waits.merge(name, op.waitingPs(), Long::sum);
        }
        assertThat(engines).anySatisfy(use -> assertThat(use.waitPs()).isPositive());
        // Operations of an engine may overlap; an engine that waits while it works on another does not wait.
        assertThat(engines).allSatisfy(use -> {
            assertThat(use.waitPs()).isLessThanOrEqualTo(waits.getOrDefault(use.name(), 0L));
            assertThat(use.busyPs()).isLessThanOrEqualTo(work.getOrDefault(use.name(), 0L));
            assertThat(use.busyPs() + use.waitPs()).isLessThanOrEqualTo(outcome.latencyPs());
        });
        assertThat(engines.getFirst().busyPs()).isGreaterThan(engines.getLast().busyPs());
    }

    @Test
    void thePageHasEverySection() {
        var page = RunReport.page(outcome, recording);
        assertThat(page.sections())
                .extracting(Section::title)
                .contains("Timeline", "Time per source line", "Busiest engines", "Engines", "Links");
        String html = HtmlReport.render(page);
        assertThat(outcome.statistics().engines())
                .hasSizeGreaterThan(10)
                .allSatisfy(use -> assertThat(html).contains(">" + use.name() + "<"));
        assertThat(html)
                .contains("\"group\":\"host\",\"name\":\"launch\"")
                .contains("\"group\":\"host\",\"name\":\"host\"")
                .contains("\"group\":\"links/sip0\"")
                .contains("wait: recv W");
    }

    @Test
    void everyOperationOfAKernelHasItsLine() {
        assertThat(recording.ops()).extracting(Op::kernelLine).allMatch(line -> line.matches("HelloRing\\.java:\\d+"));
    }

    @Test
    void figuresAreTypedAndNamedWithTheirUnit() {
        var out = new StringBuilder();
        try (JsonWriter json = JsonWriter.compact(out)) {
            json.beginObject();
            Figures.write(
                    json,
                    List.of(
                            Figure.text("dtype", "f16"),
                            Figure.count("pes_per_rank", 16),
                            Figure.of("size", new Quantity.Bytes(1536)),
                            Figure.of("up", new Quantity.Time(1_500_000)),
                            Figure.of("algbw", new Quantity.Rate(2.5e9)),
                            Figure.of("efficiency", new Quantity.Ratio(0.5)),
                            Figure.of("tflops", new Quantity.Real(Double.NaN))));
            json.endObject();
        }
        assertThat(out.toString()).isEqualToIgnoringWhitespace("""
                        {"dtype": "f16", "pes_per_rank": 16, "size": 1536, "up_us": 1.5, "algbw_gbs": 2.5, \
                        "efficiency": 0.5, "tflops": null}""");
    }
}
