package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.io.Npz;
import sectile.cli.command.Console;

/// A wrong result shows what is wrong: in the terminal, in JSON and in the report.
final class WrongValuesTest {
    private static final String LAZY = """
            TOPOLOGY = "ring_1d"
            def kernel(t_ptr, n_elem, rank, tl):
                if rank == 1:
                    tl.store(t_ptr + 4 * 5, tl.full((1,), 1000, "f32"))
            """;

    @TempDir
    private Path directory;

    private String[] lazy(String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("lazy.py"), LAZY);
        List<String> words = new java.util.ArrayList<>(List.of(
                "run", "allreduce", "--algorithm", file.toString(), "--topology=flat", "--ranks=2", "--elements=8"));
        words.addAll(List.of("--dtype=f32"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @Test
    void inTheTerminal() throws IOException {
        Result result = InProcess.sectile(lazy());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("16 values checked, 16 wrong")
                .contains("First wrong values")
                .containsPattern("all_reduce +0 +sip0.cube0.pe0 +0 +");
        assertThat(result.out()).containsPattern("all_reduce +0 +sip0.cube0.pe0 +7 +");
        assertThat(result.out().lines().filter(line -> line.contains("sip1.cube0.pe0  ")))
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void inRedWhereThereAreColours() throws IOException {
        var out = new ByteArrayOutputStream();
        new Cli(new Console(out, new ByteArrayOutputStream(), true), Verbs.standard()).run(List.of(lazy()));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\u001B[31m\nFirst wrong values");
    }

    @Test
    void inJson() throws IOException {
        Result result = InProcess.sectile(lazy("--json"));
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out().replaceAll("\\s+", " "))
                .contains("\"wrong_values\": [ { \"result\": \"all_reduce\", \"rank\": 0, \"pe\": \"sip0.cube0.pe0\","
                        + " \"index\": [ 0 ], \"got\": ");
        assertThat(result.out().split("\"got\"", -1)).hasSize(11);
    }

    @Test
    void inTheReport() throws IOException {
        Path report = directory.resolve("r.html");
        InProcess.sectile(lazy("--report=" + report));
        assertThat(Files.readString(report)).contains("First wrong values").contains("sip1.cube0.pe0");
    }

    @Test
    void aRightRunHasNone() {
        Result result = InProcess.sectile("run", "allreduce", "--topology=flat", "--json");
        assertThat(result.out().replaceAll("\\s+", " ")).contains("\"wrong_values\": []");
        assertThat(InProcess.sectile("run", "copy").out()).doesNotContain("First wrong values");
    }

    @Test
    void ofBuffersWithTheRankThatHoldsThem() throws IOException {
        Path file = Files.writeString(
                directory.resolve("k.py"),
                "def kernel(x, rank, tl):\n    tl.store(x + 16 * rank, tl.full((4,), rank, 'f32'))\n");
        Path expected = directory.resolve("expected.npz");
        NdArray array = NdArray.zeros(DType.F32, Shape.of(4, 4));
        for (int i = 0; i < 16; i++) {
            array.setDoubleAt(i, i == 6 || i == 13 ? -1 : i / 4);
        }
        Npz.write(expected, java.util.Map.of("x", array));
        for (String mode : List.of("--seed=1", "--on=functional")) {
            Result result = InProcess.kernel(
                    file.toString(),
                    List.of("--pes=0-3", mode, "--kernel-args=x=zeros:4x4:f32@split", "--expect=" + expected));
            assertThat(result.exitCode()).as(mode).isEqualTo(1);
            assertThat(result.out())
                    .as(mode)
                    .containsPattern("x +1 +sip0.cube0.pe1 +1, 2 +1.0 +-1.0")
                    .containsPattern("x +3 +sip0.cube0.pe3 +3, 1 +3.0 +-1.0");
        }
    }

    @Test
    void theLatencyOfAGemmIsThatOfBothItsPhases() {
        String out = InProcess.sectile("run", "gemm", "--m=16", "--n=16", "--k=16", "--json")
                .out();
        List<Long> latencies = java.util.regex.Pattern.compile("\"latency_ps\": (\\d+)")
                .matcher(out)
                .results()
                .map(found -> Long.valueOf(found.group(1)))
                .toList();
        // The whole, its phases, and the critical path.
        assertThat(latencies).hasSize(4);
        assertThat(latencies.get(0))
                .isEqualTo(latencies.get(1) + latencies.get(2))
                .isEqualTo(latencies.get(3));
    }
}
