package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `sectile run mlp` and `sectile run block`.
class RunModelTest {
    private static Result run(String model, String... options) {
        List<String> words = new ArrayList<>(List.of("run", model));
        words.addAll(List.of(options));
        return InProcess.sectile(words.toArray(String[]::new));
    }

    @Test
    void mlpAloneIsRight() {
        Result result = run("mlp");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("mlp on default: 2 SIPs × 16 cubes × 8 PEs")
                .contains("16 rows, 256 to 1024 to 256, f16")
                .containsPattern("all reduces +1\n")
                .contains("1,048,576 values checked, 0 wrong");
    }

    @Test
    void blockAloneIsRight() {
        Result result = run("block");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("1 × 16 positions, width 256, 8 heads, f16")
                .containsPattern("all reduces +2\n")
                .containsPattern("attention +[0-9.]+ µs\n")
                .contains("1,048,576 values checked, 0 wrong");
    }

    /// Nothing on the flat machine but its links takes time, and one rank uses none.
    @Test
    void figuresOfARunThatTookNoTimeAreLeftOpen() {
        Result text = run("mlp", "--topology", "flat", "--tp", "1");
        assertThat(text.exitCode()).isZero();
        assertThat(text.out()).containsPattern("tflops.* –\n").doesNotContain("∞");
        Result json = run("mlp", "--topology", "flat", "--tp", "1", "--json");
        assertThat(json.exitCode()).isZero();
        assertThat(json.out()).containsPattern("\"[a-z_]*tflops[a-z_]*\": null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"f16", "bf16", "f32"})
    void everyTypeAndSideBySide(String dtype) {
        String[] options = {
            "--topology",
            "small",
            "--ranks",
            "4",
            "--tp",
            "2",
            "--hidden",
            "48",
            "--ffn",
            "80",
            "--dtype",
            dtype,
            "--json"
        };
        for (String model : List.of("mlp", "block")) {
            Result result = run(model, options);
            assertThat(result.exitCode()).as(result.err()).isZero();
            assertThat(result.out())
                    .contains("\"ok\": true")
                    .contains("\"tp\": 2")
                    .contains("\"dp\": 2")
                    .contains("\"dtype\": \"" + dtype + "\"");
        }
    }

    @Test
    void timeIsTheSameWithoutValues() {
        for (String model : List.of("mlp", "block")) {
            String[] options = {"--topology", "small", "--hidden", "64", "--batch", "2", "--json"};
            String with = run(model, options).out();
            List<String> more = new ArrayList<>(List.of(options));
            more.add("--no-data");
            String without = run(model, more.toArray(String[]::new)).out();
            assertThat(latency(without)).isEqualTo(latency(with)).isNotEmpty();
            assertThat(without).contains("\"checked\": 0");
        }
    }

    private static String latency(String json) {
        return json.lines()
                .filter(line -> line.contains("\"latency_ps\""))
                .findFirst()
                .orElse("");
    }

    @Test
    void writesWhatItDid(@TempDir Path directory) throws Exception {
        Path trace = directory.resolve("block.pftrace");
        Path log = directory.resolve("block.csv");
        Path report = directory.resolve("block.html");
        Result result = run(
                "block",
                "--topology",
                "small",
                "--hidden",
                "64",
                "--trace",
                trace.toString(),
                "--op-log",
                log.toString(),
                "--report",
                report.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(trace).isNotEmptyFile();
        assertThat(Files.readString(log)).contains("gemm");
        assertThat(Files.readString(report)).contains("Sectile: block").contains("Messages per level");
    }

    @Test
    void mistakesAreUserErrors() {
        Result size = run("mlp", "--tp", "3");
        assertThat(size.exitCode()).isEqualTo(2);
        assertThat(size.err()).contains("DIST-503").contains("a size that works: 1, 2");
        Result heads = run("block", "--heads", "5");
        assertThat(heads.exitCode()).isEqualTo(2);
        assertThat(heads.err()).contains("DIST-528").doesNotContain("rank");
        Result shared = run("block", "--ranks", "4", "--topology", "small", "--hidden", "60", "--heads", "6");
        assertThat(shared.exitCode()).isEqualTo(2);
        assertThat(shared.err()).contains("DIST-520").contains("6 attention heads");
        assertThat(run("mlp", "--ffn", "333").err()).contains("DIST-520");
        assertThat(run("mlp", "--dtype", "i32").err()).contains("DIST-526");
        assertThat(run("mlp", "--activation", "tanh").err()).contains("CLI-104").contains("none, relu, silu, gelu");
        assertThat(run("mlp", "--heads", "2").err()).contains("CLI-102");
        assertThat(InProcess.sectile("run", "mpl").err()).contains("did you mean `mlp`?");
    }
}
