package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.runtime.host.Programs;

class EvalVerbTest {
    private final String matmul = Checkout.root().resolve("examples/matmul.py").toString();

    @TempDir
    private Path directory;

    @BeforeEach
    void needsACompiler() {
        Assumptions.assumeTrue(Programs.find(System.getenv(), "cc").isPresent(), "no C compiler on the PATH");
    }

    @Test
    void showsTimesRatesAndTheRoofline() throws IOException {
        Path report = directory.resolve("eval.html");
        Result result = InProcess.sectile(
                "eval", matmul, "--repeat", "3", "--min-ms", "1", "--counters", "--report", report.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("main on host:0, 1 rank", "all equal", "median of 3", "GFLOP/s", "of peak", "roofline")
                .contains("counter   cycles", "counter   task_clock_ns");
        assertThat(Files.readString(report)).contains("Roofline", "operations per byte", "Counters");
    }

    @Test
    void answersInJson() {
        Result result = InProcess.sectile("eval", matmul, "--number", "2", "--repeat", "3", "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("\"device\": \"host:0\"", "\"number\": 2", "\"operations\": 524288", "\"bytes\": 32768")
                .contains("\"peak\"", "\"confidence\"");
    }

    /// A program and its intermediate files in places with odd names.
    @Test
    void leavesTheTextWhereItIsWanted() throws IOException {
        Path odd = Files.createDirectory(directory.resolve("a \"b\" 'c'\n$(d)"));
        Path program = Files.copy(Path.of(matmul), odd.resolve("e 'f\".py"));
        Path temps = odd.resolve("a dir");
        Result result = InProcess.sectile(
                "eval", program.toString(), "--number", "1", "--repeat", "1", "--save-temps", temps.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(temps.resolve("program.c")).isNotEmptyFile();
    }

    @Test
    void listsTheOpsThatAreComputedTogether() {
        String softmax = Checkout.root().resolve("examples/softmax.py").toString();
        Result host = InProcess.sectile("eval", softmax, "--number", "1", "--repeat", "1");
        assertThat(host.exitCode()).as(host.err()).isZero();
        assertThat(host.out()).containsPattern("fused     lines \\d+ to \\d+: \\d+ ops as one loop");
        Result opencl =
                InProcess.sectile("eval", softmax, "--on", "opencl:0", "--number", "1", "--repeat", "1", "--json");
        Assumptions.assumeTrue(opencl.exitCode() != 3, "no OpenCL device");
        assertThat(opencl.exitCode()).as(opencl.err()).isZero();
        assertThat(opencl.out()).contains("\"fused\"", "\"as\": \"kernel\"");
    }

    @Test
    void predictsTheTimeOnThisCpu() {
        Result result = InProcess.sectile("eval", matmul, "--number", "2", "--repeat", "2", "--predict", "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("\"predicted\"", "\"simulated_ns\"", "\"micro_kernels\": []");
        Result refused = InProcess.sectile("eval", matmul, "--on", "machine", "--predict");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("CLI-115", "`--predict` has no effect on the executor `machine`");
    }

    @Test
    void timeOfTheMachineIsSimulated() {
        Result result = InProcess.sectile("eval", matmul, "--on", "machine", "--repeat", "2");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("machine:0", "median of 2 × 1, MAD 0 ps");
    }

    @Test
    void refusesWhatHasNoTime() {
        Result result = InProcess.sectile("eval", matmul, "--on", "interpreter");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-161");
    }

    @Test
    void refusesContradictions() {
        Result result = InProcess.sectile("eval", matmul, "--number", "3", "--cold", "--validate", "--no-validate");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("`--cold` and `--number`", "`--validate` and `--no-validate`");
    }

    @Test
    void aBoardUsesBuffersOfTheHostOnlyIfAllowed() throws IOException {
        Assumptions.assumeTrue(
                Programs.find(System.getenv(), "qemu-riscv64").isPresent()
                        && Programs.find(System.getenv(), "riscv64-linux-gnu-gcc")
                                .isPresent(),
                "no emulated board");
        Path program = Files.writeString(directory.resolve("p.py"), """
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def k(self, x: pl.OnDevice[pl.Tensor[[4, 8], pl.FP32]], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
                        y = pl.store(pl.load(x, [0, 0], [4, 8]) * 2.0, [0, 0], y)
                        return y
                """);
        Result refused = InProcess.sectile("exec", program.toString(), "--on", "riscv64");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("RUN-202", "--host-buffers");
        Result allowed = InProcess.sectile("exec", program.toString(), "--on", "riscv64", "--host-buffers");
        assertThat(allowed.exitCode()).as(allowed.err()).isZero();
        assertThat(allowed.err()).contains("RUN-203");
        Result useless = InProcess.sectile("exec", program.toString(), "--on", "host", "--host-buffers");
        assertThat(useless.err()).contains("CLI-141", "does not lack memory");
    }

    @Test
    void aMissingToolchainIsNamedWithExitCode3() {
        Assumptions.assumeTrue(System.getenv("KALRAY_TOOLCHAIN_DIR") == null, "a toolchain is there");
        Result result = InProcess.sectile("exec", matmul, "--on", "mppa");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).contains("RUN-360", "KALRAY_TOOLCHAIN_DIR");
    }
}
