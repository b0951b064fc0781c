package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sectile explore`
class ExploreTest {
    private static final Pattern POINT = Pattern.compile(
            "\"latency_ps\": ([0-9]+),(?:(?!\"command\").)*\"command\": \"sectile ([^\"]*)\"", Pattern.DOTALL);

    private static String[] explore(String options, String workload) {
        List<String> words = new ArrayList<>(List.of("explore"));
        words.addAll(List.of(options.split(" ")));
        words.add("--");
        words.addAll(List.of(workload.split(" ")));
        return words.toArray(String[]::new);
    }

    @Test
    void everyPointIsTheRunThatItNames() {
        Result result = InProcess.sectile(explore(
                "--vary system.links.sip_sip.bandwidth_gbs=50,200 --algorithm ring,tree --sizes 256,4K --json",
                "allreduce --topology flat --ranks 4"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        Matcher points = POINT.matcher(result.out());
        int count = 0;
        while (points.find()) {
            count++;
            String byHand =
                    InProcess.sectile((points.group(2) + " --json").split(" ")).out();
            assertThat(byHand).as(points.group(2)).contains("\"latency_ps\": " + points.group(1) + ",");
        }
        assertThat(count).isEqualTo(8);
    }

    @Test
    void kernelsProgramsAndModelsAreWorkloads() {
        Path root = Checkout.root();
        for (String workload : List.of(
                root.resolve("examples/kernels/softmax.py") + " --kernel-args x=randn:16x256:f32,rows=16,columns=256",
                root.resolve("examples/host/mlp.py") + " --topology small --ranks 4",
                root.resolve("examples/softmax.py") + " --topology small",
                "mlp --topology small --no-data",
                "gemm --topology small --m 32 --n 32 --k 32")) {
            Result result = InProcess.sectile(
                    explore("--vary pe.components.pe_math.attrs.clock_ghz=1,2 --minimize latency_ps", workload));
            assertThat(result.exitCode())
                    .as(workload + result.err() + result.out())
                    .isZero();
            assertThat(result.out()).contains("Best points", "2 points");
        }
    }

    @Test
    void aFileSaysTheSameAsOptions(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("spec.yaml");
        Files.writeString(file, """
                run: allreduce --topology flat --elements 256 --no-data
                vary:
                  system.sips.count: [2, 4]
                  system.links.sip_sip.bandwidth_gbs: 50..200*2
                  --algorithm: [ring, tree]
                minimize:
                  latency_ps:
                  cost: count*bandwidth_gbs
                where: [cost < 700]
                search: { samples: 9, seed: 3 }
                """);
        Result read = InProcess.sectile("explore", file.toString(), "--json");
        List<String> words = new ArrayList<>(List.of(explore(
                "--vary system.sips.count=2,4 --vary system.links.sip_sip.bandwidth_gbs=50,100,200 --algorithm"
                        + " ring,tree --minimize latency_ps --minimize cost=count*bandwidth_gbs --samples 9 --seed 3"
                        + " --json",
                "allreduce --topology flat --elements 256 --no-data")));
        words.addAll(1, List.of("--where", "cost < 700"));
        Result given = InProcess.sectile(words.toArray(String[]::new));
        assertThat(read.exitCode()).as(read.err()).isZero();
        assertThat(read.out()).isEqualTo(given.out()).contains("\"state\": \"violates cost < 700\"");
    }

    @Test
    void filesAreTheSameForAnyJobsAndAfterAKill(@TempDir Path directory) throws IOException {
        String options = "--vary system.sips.count=2..6 --algorithm ring,tree --rungs --elements=16,64 --minimize"
                + " latency_ps --maximize busbw_gbs";
        List<List<String>> written = new ArrayList<>();
        Path journal = directory.resolve("journal");
        for (String more : List.of("-j 1", "-j 4", "-j 2 --journal " + journal, "-j 1 --journal " + journal)) {
            Path csv = directory.resolve(written.size() + ".csv");
            Path report = directory.resolve(written.size() + ".html");
            Result result = InProcess.sectile(explore(
                    options + " " + more + " --json --csv " + csv + " --report " + report,
                    "allreduce --topology flat --no-data"));
            assertThat(result.exitCode()).as(result.err()).isZero();
            written.add(List.of(result.out(), Files.readString(csv), Files.readString(report)));
            if (Files.exists(journal)) {
                // What a killed process leaves: some lines, and a part of one.
                byte[] lines = Files.readAllBytes(journal);
                Files.write(journal, Arrays.copyOf(lines, lines.length / 2));
            }
        }
        assertThat(written).hasSize(4).allMatch(each -> each.equals(written.getFirst()));
    }

    @Test
    void sparkThatIsNotLoadedIsMissing() {
        Result result = InProcess.sectile(
                "explore", "--on", "spark://127.0.0.1:1", "--vary", "--m=8,16", "--", "gemm", "--topology", "small");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).contains("EXPL-140", "--on", "./sectile");
    }

    @Test
    void aPointThatCannotRunLeavesTheOthers() {
        Result result = InProcess.sectile(explore("--vary system.sips.count=2,-1", "hello-ring --topology small"));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("2 points, 1 best, 1 failed");
        assertThat(result.err())
                .contains("TOP-120", "1 of 2 points, such as: sectile run hello-ring --topology small --set");
    }
}
