package sectile.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.json.JsonWriter;
import sectile.base.limit.Progress;
import sectile.report.html.HtmlReport;

/// Searches, comparison of points, and that findings do not depend on how points are executed.
class ExplorationTest {
    private static final List<Objective> TWO = List.of(Machines.minimize("latency_ps"), Machines.minimize("area_mm2"));

    private static Plan plan(Search search, String... axes) {
        return new Plan(List.of("gemm"), Machines.axes(axes), search, TWO, List.of());
    }

    private static Findings explore(Plan plan, Measurer measurer, Journal journal) {
        return new Exploration(plan, measurer, journal, new Progress()).run();
    }

    private static Findings explore(Plan plan) {
        return explore(plan, new LocalMeasurer(Machines::run, 1), Journal.none());
    }

    /// Everything that is written of findings.
    private static String written(Findings findings, Path directory) throws IOException {
        Path csv = directory.resolve("points.csv");
        FindingsText.writeCsv(csv, findings);
        var json = new StringBuilder();
        try (JsonWriter writer = JsonWriter.pretty(json)) {
            FindingsJson.write(writer, findings);
        }
        return FindingsText.text(findings)
                + Files.readString(csv)
                + json
                + HtmlReport.render(FindingsPage.page(findings));
    }

    @Test
    void theGridHasEveryCombination() {
        Findings findings = explore(plan(new Search.Grid(), "pe.a=1,2,4", "pe.b=1..4*2"));
        assertThat(findings.rows()).hasSize(9);
        assertThat(findings.rows().get(5).words()).containsExactly("run", "gemm", "--set", "pe.a=2", "--set", "pe.b=4");
        assertThat(findings.rows().get(5).objectives()).containsExactly(8000.0, 14.0);
    }

    @Test
    void noOtherPointBeatsTheFrontAndEveryOtherIsBeaten() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            List<List<Double>> points = new ArrayList<>();
            for (int k = random.nextInt(1, 30); k > 0; k--) {
                points.add(List.of((double) random.nextInt(6), (double) random.nextInt(6)));
            }
            int[] layers = Pareto.layers(points, TWO);
            for (int k = 0; k < points.size(); k++) {
                List<Double> point = points.get(k);
                boolean beaten = points.stream().anyMatch(other -> Pareto.dominates(other, point, TWO));
                assertThat(layers[k] > 0).as(points + " " + point).isEqualTo(beaten);
            }
        }
    }

    @Test
    void samplesAreChosenBySeedWithoutRepetition() {
        Plan some = plan(new Search.Sample(20, 7), "pe.a=1..6", "pe.b=1..10");
        List<List<String>> first =
                explore(some).rows().stream().map(Findings.Row::values).toList();
        assertThat(first).hasSize(20).doesNotHaveDuplicates();
        assertThat(explore(some).rows().stream().map(Findings.Row::values)).isEqualTo(first);
        assertThat(explore(plan(new Search.Sample(20, 8), "pe.a=1..6", "pe.b=1..10")).rows().stream()
                        .map(Findings.Row::values))
                .isNotEqualTo(first);
        assertThat(explore(plan(new Search.Sample(99, 1), "pe.a=1,2")).rows()).hasSize(2);
    }

    @Test
    void halvingMeasuresFewerAndFewerPointsAndKeepsTheBest() {
        AtomicInteger runs = new AtomicInteger();
        var halving = new Search.Halving(new Search.Grid(), Machines.axis("--size=8,64,512"), 4);
        Plan plan = new Plan(List.of("gemm"), Machines.axes("pe.a=1..4", "pe.b=1..4"), halving, List.of(), List.of());
        Findings findings = explore(
                plan,
                new LocalMeasurer(
                        words -> {
                            runs.incrementAndGet();
                            return Machines.run(words);
                        },
                        2),
                Journal.none());
        assertThat(runs).hasValue(16 + 4 + 1);
        assertThat(findings.front()).hasSize(1);
        assertThat(findings.front().getFirst().values()).containsExactly("4", "4");
        assertThat(findings.front().getFirst().rung()).contains("512");
        assertThat(findings.rows().stream().filter(Findings.Row::last)).hasSize(1);
    }

    @Test
    void pointsThatFailOrAreWrongAreNotCompared() {
        Findings findings = explore(plan(new Search.Grid(), "pe.a=7,12,13"));
        assertThat(findings.wrong()).hasSize(1);
        assertThat(findings.failed()).hasSize(1);
        assertThat(findings.front().stream().map(Findings.Row::number)).containsExactly(2);
        assertThat(FindingsText.text(findings)).contains("3 points, 1 best, 1 with wrong values, 1 failed");
    }

    @Test
    void sensitivityIsTheDifferenceOfTheMeans() {
        List<Sensitivity> all = Sensitivity.of(explore(plan(new Search.Grid(), "pe.a=1,2", "pe.b=1,3")));
        // The areas are 4, 10, 5 and 11: means 7 and 8 over a, 4.5 and 10.5 over b, 7.5 in all.
        assertThat(all).hasSize(4);
        assertThat(all.get(2).effect()).isEqualTo(1 / 7.5);
        assertThat(all.get(3).effect()).isEqualTo(6 / 7.5);
        assertThat(all.get(3).best()).isEqualTo("1");
    }

    @Test
    void findingsAreTheSameInAnyOrderWithAnyThreadsAndResumed(@TempDir Path directory) throws IOException {
        for (int seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            Search some = random.nextBoolean() ? new Search.Grid() : new Search.Sample(12, seed);
            Search search = random.nextBoolean()
                    ? some
                    : new Search.Halving(some, Machines.axis("--size=8,64,512"), 2 + random.nextInt(2));
            Plan plan = plan(search, "pe.a=1.." + (3 + random.nextInt(12)), "pe.b=1.." + (1 + random.nextInt(4)));
            String expected = written(explore(plan), directory);
            Measurer shuffled = (jobs, sink) -> {
                List<Job> order = new ArrayList<>(jobs);
                Collections.shuffle(order, random);
                order.forEach(job -> sink.measured(job, Machines.run(job.words())));
            };
            assertThat(written(explore(plan, shuffled, Journal.none()), directory))
                    .isEqualTo(expected);
            assertThat(written(explore(plan, new LocalMeasurer(Machines::run, 4), Journal.none()), directory))
                    .isEqualTo(expected);
            assertThat(resumed(plan, directory.resolve("journal" + seed), random, directory))
                    .isEqualTo(expected);
        }
    }

    /// Ends an exploration after some points, tears the end of its journal, and goes on until all is done.
    private static String resumed(Plan plan, Path file, Random random, Path directory) throws IOException {
        for (int attempt = 0; ; attempt++) {
            AtomicInteger left = new AtomicInteger(attempt > 50 ? Integer.MAX_VALUE : 1 + random.nextInt(6));
            try (Journal journal = Journal.open(file, "x", Span.none(), note -> {})) {
                Measurer dying = (jobs, sink) -> {
                    for (Job job : jobs) {
                        if (left.getAndDecrement() == 0) {
                            throw new IllegalStateException("killed");
                        }
                        sink.measured(job, Machines.run(job.words()));
                    }
                };
                return written(explore(plan, dying, journal), directory);
            } catch (IllegalStateException killed) {
                byte[] text = Files.readAllBytes(file);
                int kept = Math.max(0, text.length - random.nextInt(40));
                Files.write(file, java.util.Arrays.copyOf(text, kept));
            }
        }
    }

    @Test
    void aJournalKeepsEveryKindOfFigure() {
        Measured run = new Measured.Run(
                true,
                new java.util.TreeMap<>(java.util.Map.of(
                        "a",
                        5L,
                        "b",
                        0.1,
                        "c",
                        "µ \"x\"\n",
                        "d",
                        true,
                        "e",
                        new java.math.BigInteger("9".repeat(30)))));
        assertThat(FigureJson.read(FigureJson.line(run))).contains(run);
        Measured failed = new Measured.Failed("TOPO-1", "a `b`", "");
        assertThat(FigureJson.read(FigureJson.line(failed))).contains(failed);
    }

    @Test
    void whatWasMeasuredIsNotMeasuredAgain(@TempDir Path directory) {
        Plan plan = plan(new Search.Grid(), "pe.a=1..6");
        Path file = directory.resolve("journal");
        try (Journal journal = Journal.open(file, "x", Span.none(), note -> {})) {
            explore(plan, new LocalMeasurer(Machines::run, 2), journal);
        }
        List<String> notes = new ArrayList<>();
        try (Journal journal = Journal.open(file, "x", Span.none(), notes::add)) {
            Findings findings = explore(
                    plan,
                    (jobs, sink) -> {
                        throw new IllegalStateException("nothing is left to measure");
                    },
                    journal);
            assertThat(findings.rows()).hasSize(6);
        }
        assertThat(notes).containsExactly(file + " has 6 measured points");
        assertThatThrownBy(() -> Journal.open(file, "y", Span.none(), note -> {}))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("EXPL-130")
                .hasMessageContaining("is the journal of another exploration");
    }

    @Test
    void formulasAreOverFiguresAxesAndObjectives() {
        Plan plan = new Plan(
                List.of("gemm"),
                Machines.axes("pe.a=1,2,4", "pe.b=1,2"),
                new Search.Grid(),
                List.of(
                        Machines.minimize("cost = 2 * a + area_mm2 if algorithm == 'wide' else math.sqrt(b)"),
                        Objective.parse("gain = 100 / cost", true, Span.none())),
                List.of(new Constraint("latency_ps <= 32000 and gain > 1", Span.none())));
        Findings findings = explore(plan);
        assertThat(findings.rows().get(0).objectives()).containsExactly(1.0, 100.0);
        assertThat(findings.rows().get(0).violated()).hasSize(1);
        assertThat(findings.rows().get(4).objectives()).containsExactly(15.0, 100 / 15.0);
        assertThat(findings.rows().get(4).violated()).isEmpty();
    }

    @Test
    void axesThatEndAlikeAreNamedApart() {
        Plan plan = plan(
                new Search.Grid(),
                "system.links.sip_sip.bandwidth_gbs=1",
                "sip.links.ucie.bandwidth_gbs=1",
                "--tile=1");
        assertThat(plan.axes().stream().map(Axis::name))
                .containsExactly("sip_sip_bandwidth_gbs", "ucie_bandwidth_gbs", "tile");
    }
}
