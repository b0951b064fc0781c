package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.json.Json;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlScalar;

/// Phases that programs and kernels mark, on every executor, and what a run shows of them.
final class PhasesTest {
    private static final String PROGRAM = """
            import pypto.language as pl


            @pl.program
            class Marked:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
                    pl.mark("load")
                    t = pl.load(x, [0, 0], [64, 64])
                    pl.mark("compute")
                    out = pl.store(pl.exp(t), [0, 0], out)
                    return out

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
                    out = self.kernel(x, out)
                    return out
            """;

    private static final String KERNEL = """
            def kernel(tl, x):
                tl.mark("in")
                values = tl.load(x, (64,), "f32")
                tl.mark("out")
                tl.store(x, values + values)
            """;

    @Test
    void aProgramPrintsWithItsMarksAndReadsBackTheSame(@TempDir Path temp) throws IOException {
        Path program = Files.writeString(temp.resolve("marked.py"), PROGRAM);
        Result printed = InProcess.sectile("print", program.toString());
        assertThat(printed.out())
                .contains("pl.system.mark(name=\"load\")")
                .contains("pl.system.mark(name=\"compute\")");
        Path again = Files.writeString(temp.resolve("again.py"), printed.out());
        assertThat(InProcess.sectile("print", again.toString()).out()).isEqualTo(printed.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "machine", "host", "opencl:0"})
    void everyExecutorAcceptsMarks(String executor, @TempDir Path temp) throws IOException {
        Path program = Files.writeString(temp.resolve("marked.py"), PROGRAM);
        Path plain = Files.writeString(temp.resolve("plain.py"), PROGRAM.replaceAll("(?m)^ *pl\\.mark.*\\n", ""));
        Result marked = InProcess.sectile("exec", program.toString(), "--on", executor);
        Assumptions.assumeFalse(marked.exitCode() == 3, marked.err());
        assertThat(marked.exitCode()).as(marked.err()).isZero();
        assertThat(lastLine(marked)).isEqualTo(lastLine(InProcess.sectile("exec", plain.toString(), "--on", executor)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"functional", "machine"})
    void everyExecutorOfKernelsAcceptsMarks(String executor, @TempDir Path temp) throws IOException {
        Path marked = Files.writeString(temp.resolve("marked.py"), KERNEL);
        Path plain = Files.writeString(temp.resolve("plain.py"), KERNEL.replaceAll("(?m)^ *tl\\.mark.*\\n", ""));
        Result result = InProcess.sectile(
                "exec", marked.toString(), "--kernel-args", "x=arange:64:f32", "--pes", "0", "--on", executor);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(lastLine(result))
                .isEqualTo(lastLine(InProcess.sectile(
                        "exec", plain.toString(), "--kernel-args", "x=arange:64:f32", "--pes", "0", "--on", executor)));
    }

    private static String lastLine(Result result) {
        return result.out().lines().reduce((a, b) -> b).orElseThrow();
    }

    @Test
    void phasesOfAProgramAddUpToItsOperations(@TempDir Path temp) throws IOException {
        Path program = Files.writeString(temp.resolve("marked.py"), PROGRAM);
        List<YamlNode> times = times(temp, "run", program.toString());
        assertThat(names(times)).containsExactly("main", "load", "compute");
        for (String sum : List.of("operations", "work_ps", "wait_ps", "bytes", "flops")) {
            assertThat(number(times.get(1), sum) + number(times.get(2), sum))
                    .as(sum)
                    .isEqualTo(number(times.get(0), sum));
        }
        // The tile is in flight when the next phase has begun already.
        assertThat(number(times.get(1), "bytes")).isEqualTo(64 * 64 * 4);
        assertThat(number(times.get(1), "time_ps")).isPositive();
        assertThat(number(times.get(2), "flops")).isEqualTo(64 * 64);
    }

    @Test
    void kernelsOfAProgramArePhasesWithARoofline(@TempDir Path temp) throws IOException {
        Path program = Files.writeString(temp.resolve("two.py"), """
                import pypto.language as pl


                @pl.program
                class Two:
                    @pl.function(type=pl.FunctionType.InCore)
                    def square(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
                        t = pl.load(x, [0, 0], [64, 64])
                        out = pl.store(pl.mul(t, t), [0, 0], out)
                        return out

                    @pl.function(type=pl.FunctionType.InCore)
                    def power(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
                        t = pl.load(x, [0, 0], [64, 64])
                        pl.mark("exponential")
                        out = pl.store(pl.exp(t), [0, 0], out)
                        return out

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
                        y = self.square(x, pl.create_tensor([64, 64], dtype=pl.FP32))
                        out = self.power(y, out)
                        return out
                """);
        List<YamlNode> times = times(temp, "run", program.toString());
        assertThat(names(times)).containsExactly("main", "square", "power", "exponential");
        assertThat(((YamlMap) times.get(1)).value("roofline")).isPresent();
        assertThat(number(times.get(1), "work_ps") + number(times.get(2), "work_ps") + number(times.get(3), "work_ps"))
                .isEqualTo(number(times.get(0), "work_ps"));
    }

    @Test
    void phasesOfAKernelAreShown(@TempDir Path temp) throws IOException {
        Path kernel = Files.writeString(temp.resolve("twice.py"), KERNEL);
        List<YamlNode> times = times(temp, "run", kernel.toString(), "--kernel-args", "x=ones:64:f32", "--pes", "0");
        assertThat(names(times)).endsWith("in", "out").hasSize(3);
        String log = Files.readString(temp.resolve("run.csv"));
        assertThat(log)
                .containsPattern("load,256,.*,in,\\d+,launch\\R")
                .containsPattern("store,256,.*,out,\\d+,operand\\R");
    }

    @Test
    void stepsOfCollectivesAndLayersOfModelsArePhases(@TempDir Path temp) throws IOException {
        assertThat(names(times(temp, "run", "allreduce", "--elements", "5000", "--algorithm", "ring")))
                .containsExactly("all_reduce", "begin", "reduce step 1", "gather step 1");
        assertThat(names(times(temp, "run", "block", "--topology", "small")))
                .startsWith("block", "norm1", "q", "k", "v", "attention", "o")
                .contains("down", "residual2");
    }

    @Test
    void criticalPathOfALaunchIsItsLatency(@TempDir Path temp) throws IOException {
        List<YamlNode> times = times(temp, "run", "allreduce", "--elements", "5000");
        assertThat(number(times.getFirst(), "critical_ps")).isEqualTo(number(times.getFirst(), "time_ps"));
    }

    @Test
    void aRooflineNamesWhatLimits(@TempDir Path temp) {
        Result small = InProcess.sectile("run", "gemm", "--m", "64", "--n", "64", "--k", "64");
        assertThat(small.exitCode()).as(small.err()).isZero();
        Result reduce = InProcess.sectile("run", "allreduce", "--elements", "5000", "--no-data");
        assertThat(reduce.out()).containsPattern("roofline of all_reduce: .* that DMA bandwidth would allow at");
    }

    private static List<YamlNode> times(Path temp, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--json", "--op-log=" + temp.resolve("run.csv")));
        Result result = InProcess.sectile(all.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        YamlMap root = (YamlMap) Json.parse(new SourceFile("run.json", result.out()), new Diagnostics())
                .orElseThrow();
        return ((YamlList) root.value("phase_times").orElseThrow()).items();
    }

    private static List<String> names(List<? extends YamlNode> times) {
        return times.stream().map(each -> member(each, "name")).toList();
    }

    private static long number(YamlNode of, String name) {
        return Long.parseLong(member(of, name));
    }

    private static String member(YamlNode of, String name) {
        return ((YamlScalar) ((YamlMap) of).value(name).orElseThrow()).text();
    }
}
