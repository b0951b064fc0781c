package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.sim.topology.Topologies;

/// `sectile run` with a collective, or with nothing.
class RunCollectiveTest {
    @Test
    void runAloneIsTheDefaultAllReduceWithAReport() {
        Result result = InProcess.sectile("run");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("all_reduce on default: 2 SIPs × 16 cubes × 8 PEs")
                .contains("2 ranks × 1 PE, 524288 f16 each, ring")
                .contains("31.1 % of the latency is engine sip0.cube0.pe0.dma out (busy 41.4 % of the time)")
                .contains("1,048,576 values checked, 0 wrong");
        assertThat(result.err()).startsWith("report: ");
    }

    @Test
    void jsonHasWhatProgramsNeed() {
        Result result = InProcess.sectile("run", "--json");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("\"ok\": true")
                .contains("\"wrong\": 0")
                .contains("\"latency_ps\":")
                .contains("\"events\":")
                .contains("\"events_per_second\":")
                .contains("\"wall_ms\":")
                .contains("\"trace_hash\":")
                .contains("\"algorithm\": \"ring\"");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void elementsAreCountedAsInASweep() {
        Result result =
                InProcess.sectile("run", "allreduce", "--topology", "flat", "--algorithm", "ring", "--elements", "2K");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("2048 f16 each");
        assertThat(InProcess.sectile("run", "--elements", "999999999999999G").err())
                .contains("CLI-104");
        assertThat(InProcess.sectile("sweep", "allreduce", "-e", "999999999999999G")
                        .err())
                .contains("CLI-104");
    }

    @Test
    void oneOfAThingIsNotPlural() {
        Result result = InProcess.sectile("run", "hello-ring", "--topology", "small", "--set", "system.sips.count=1");
        assertThat(result.out()).startsWith("hello-ring on small: 1 SIP × 4 cubes × 2 PEs");
        assertThat(InProcess.sectile("topology", "validate", "small", "--set", "system.sips.count=1")
                        .out())
                .isEqualTo("small: valid, 1 SIP × 4 cubes × 2 PEs = 8 PEs\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --topology nosuch",
                "run --algorithm nosuch",
                "run --ccl nosuch",
                "run --ranks 3 --topology torus",
                "run --set system.sips.nosuch=3",
                "exec nosuch",
                "topology draw --output /nosuch/a.svg"
            })
    void errorsPointAtWhatWasTyped(String line) {
        Result result = InProcess.sectile(line.split(" "));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("--> command line:1:", "1 | sectile " + line, "^");
    }

    @Test
    void helpOfAnUnknownVerbIsAnError() {
        Result result = InProcess.sectile("help", "run", "allredcue");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-101", "there is no verb `run allredcue`", "did you mean `allreduce`?");
        assertThat(InProcess.sectile("help", "doctor", "x").exitCode()).isEqualTo(2);
    }

    @Test
    void ranksAndWorldSizeMustAgree(@TempDir Path directory) throws IOException {
        Path ccl = Files.writeString(directory.resolve("ccl.yaml"), "defaults: { algorithm: ring, world_size: 4 }\n");
        String[] flat = {"run", "allreduce", "--topology", "flat", "--ccl", ccl.toString(), "--json", "--ranks"};
        Result differs = InProcess.sectile(with(flat, "8"));
        assertThat(differs.exitCode()).isEqualTo(2);
        assertThat(differs.err())
                .contains("CLI-122")
                .contains("--ranks says 8, but `world_size` in the ccl.yaml says 4")
                .contains("leave one of them out");
        Result agrees = InProcess.sectile(with(flat, "4"));
        assertThat(agrees.exitCode()).isZero();
        assertThat(agrees.out()).contains("\"ok\": true");
    }

    private static String[] with(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allreduce",
                "allgather",
                "reducescatter",
                "broadcast",
                "reduce",
                "alltoall",
                "barrier",
                "sendrecv"
            })
    void everyCollectiveIsRight(String collective) {
        for (String seed : new String[] {"1", "7"}) {
            Result result = InProcess.sectile(
                    "run", collective, "--topology", "flat", "--ranks", "4", "--elements", "44", "--seed", seed);
            assertThat(result.err()).isEmpty();
            assertThat(result.exitCode()).isZero();
            assertThat(result.out()).contains(", 0 wrong (seed " + seed + ")");
        }
    }

    @Test
    void theReportSplitsMessagesByLevelAndShowsTheFigures(@TempDir Path directory) throws IOException {
        Path report = directory.resolve("report.html");
        Result result = InProcess.sectile("run", "allreduce", "--report", report.toString());
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("Figures").contains("algbw").contains("intercube_allreduce");
        assertThat(Files.readString(report))
                .contains("Messages per level")
                .contains("between cubes")
                .contains("between SIPs")
                .contains("Figures");
    }

    @ParameterizedTest
    @ValueSource(strings = {"allreduce", "allgather", "reducescatter", "alltoall"})
    void everyPeExchangesItsOwnPart(String collective) {
        for (String elements : new String[] {"44", "3"}) {
            Result result = InProcess.sectile(
                    "run",
                    collective,
                    "--topology",
                    "small",
                    "--ranks",
                    elements.equals("3") ? "3" : "4",
                    "--elements",
                    elements,
                    "--algorithm",
                    "each_pe_" + collective);
            assertThat(result.err()).isEmpty();
            assertThat(result.exitCode()).isZero();
            assertThat(result.out())
                    .contains(" ranks × 8 PEs, " + elements + " f16 together")
                    .contains(", 0 wrong");
        }
        Result uneven = InProcess.sectile(
                "run", "alltoall", "--topology", "small", "--elements", "5", "--algorithm", "each_pe_alltoall");
        assertThat(uneven.exitCode()).isEqualTo(2);
        assertThat(uneven.err()).contains("DIST-416");
    }

    /// A ring costs 2(P−1)(α + S/(P·B)) with α = 500 ns and B = 100 GB/s.
    @Test
    void aRingOnTheFlatMachineCostsItsClosedForm() {
        Result result = InProcess.sectile(
                "run",
                "allreduce",
                "--topology",
                "flat",
                "--ranks",
                "7",
                "--algorithm",
                "ring",
                "--elements",
                "7000",
                "--dtype",
                "f32",
                "--json");
        long expected = 2 * 6 * (500_000 + 4 * 1000 * 10);
        assertThat(result.out()).contains("\"latency_ps\": " + expected + ",");
    }

    @Test
    void aBarrierHasNoBandwidth() {
        Result result = InProcess.sectile("run", "barrier", "--topology", "flat", "--elements", "4096", "--json");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("\"efficiency\"")
                .doesNotContain("algbw")
                .doesNotContain("busbw");
    }

    /// Chains of a long run are forgotten, which a note says.
    @Test
    void longRunsHaveNoCriticalPath() {
        Result result = InProcess.sectile(
                "run", "allreduce", "--topology", "flat", "--ranks", "256", "--algorithm", "ring", "--no-data");
        assertThat(result.exitCode()).isZero();
        assertThat(result.err())
                .contains("the critical path is not shown, because the run has more than 100,000 steps");
        assertThat(result.out()).doesNotContain("Critical path");
        assertThat(InProcess.sectile(
                                "run",
                                "allreduce",
                                "--topology",
                                "flat",
                                "--ranks",
                                "256",
                                "--algorithm",
                                "ring",
                                "--no-data",
                                "--json")
                        .out())
                .contains("\"critical_path_missing\": \"the critical path is not shown")
                .doesNotContain("\"critical_path\"");
        assertThat(InProcess.sectile("run", "allreduce", "--no-data").err()).doesNotContain("critical path");
    }

    /// The cut that limits a run is in the summary, in JSON, and red in the picture of the report.
    @Test
    void theCutThatLimitsARunIsShown(@TempDir Path directory) throws IOException {
        Path page = directory.resolve("run.html");
        Result result = InProcess.sectile(
                "run",
                "allgather",
                "--topology",
                "flat",
                "--set",
                "system.links.failed=[[2, 3]]",
                "--algorithm",
                "best",
                "--elements",
                "100000",
                "--no-data",
                "--report",
                page.toString(),
                "--json");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("\"bound_us\": 13.999999")
                .contains("\"bound_by\": \"the link around SIP 2\"")
                .contains("\"title\": \"all_gather is limited by the link around SIP 2\"")
                .containsPattern("\"sip\": 1,\\s*\"port\": \"E\",\\s*\"to\": 2");
        String html = Files.readString(page);
        assertThat(html)
                .contains("the links that limit every algorithm are red")
                .contains("all_gather is limited by the link around SIP 2")
                .contains("wide crossing");
    }

    @Test
    void outputsDestroyNeitherInputsNorEachOther(@TempDir Path directory) throws IOException {
        Path ccl = Files.writeString(directory.resolve("ccl.yaml"), "defaults: { algorithm: ring }\n");
        Path machine = Files.writeString(
                directory.resolve("machine.yaml"),
                Topologies.presetSource("flat").text());
        for (Path input : new Path[] {ccl, machine}) {
            String before = Files.readString(input);
            Result result = InProcess.sectile(
                    "run",
                    "allreduce",
                    "--topology",
                    machine.toString(),
                    "--ccl",
                    ccl.toString(),
                    "--trace",
                    directory.resolve(".").resolve(input.getFileName()).toString());
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.out()).isEmpty();
            assertThat(result.err()).contains("CLI-119").contains("--trace");
            assertThat(input).hasContent(before);
        }
        Result twice = InProcess.sectile(
                "run",
                "--trace",
                directory.resolve("a.html").toString(),
                "--report",
                directory.resolve("a.html").toString());
        assertThat(twice.exitCode()).isEqualTo(2);
        assertThat(twice.err()).contains("CLI-119").contains("`--report` and `--trace` name the same file");
        assertThat(directory.resolve("a.html")).doesNotExist();
    }

    @Test
    void anOutputHasAPlaceBeforeTheRunBegins(@TempDir Path directory) {
        Result result = InProcess.sectile(
                "run",
                "--json",
                "--trace",
                directory.resolve("x/y/a.pftrace").toString(),
                "--report",
                directory.resolve("x/a.html").toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("\"ok\": false").doesNotContain(".tmp");
        assertThat(result.err()).contains("CLI-111").contains("a.pftrace").contains("x/a.html");
    }

    @Test
    void mistakesAreUserErrors() {
        assertThat(InProcess.sectile("run", "alreduce").err())
                .contains("CLI-101")
                .contains("did you mean `allreduce`?");
        assertThat(InProcess.sectile("run", "--algorithm", "rign").err())
                .contains("DIST-312")
                .contains("did you mean `ring`?");
        Result square = InProcess.sectile("run", "--topology", "flat", "--ranks", "6", "--algorithm", "torus");
        assertThat(square.exitCode()).isEqualTo(2);
        assertThat(square.err()).contains("DIST-310").contains("4 and 9");
        Result ops = InProcess.sectile("run", "--op", "mean");
        assertThat(ops.err()).contains("CLI-104").contains("sum, max, min, prod");
    }

    @Test
    void anAlgorithmMayDecideHowElementsCombine(@TempDir Path directory) throws IOException {
        Path ccl = directory.resolve("ccl.yaml");
        Files.writeString(ccl, """
                algorithms:
                  largest: { kernel: ring, topology: ring_1d, reduce_op: max }
                """);
        String[] words = {"run", "allreduce", "--topology=small", "--ccl=" + ccl, "--algorithm=largest", "--json"};
        assertThat(InProcess.sectile(words).out()).contains("\"op\": \"max\"", "\"wrong\": 0");
        String[] asked = Arrays.copyOf(words, words.length + 1);
        asked[words.length] = "--op=min";
        assertThat(InProcess.sectile(asked).out()).contains("\"op\": \"min\"", "\"wrong\": 0");
    }
}
