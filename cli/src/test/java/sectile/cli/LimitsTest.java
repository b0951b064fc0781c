package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is too long, too large or too much ends with exit code 2 and a diagnostic that names the limit and the option.
class LimitsTest {
    @TempDir
    Path directory;

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static final String PROGRAM = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
                    for i in LOOP:
                        t = pl.load(x, [0, 0], [8, 8])
                        out = pl.store(t, [0, 0], out)
                    return out
            """;

    private String program(String loop, String extent) throws IOException {
        return file("p.py", "M = " + extent + "\nN = " + extent + "\n" + PROGRAM.replace("LOOP", loop));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pl.range(0, 10**12)", "pl.unroll(0, 10**8)", "pl.parallel(0, 10**12)"})
    void aProgramWithoutAnEnd(String loop) throws IOException {
        Result result = InProcess.sectile("exec", program(loop, "8"), "--timeout", "50ms");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("error[LIM-101]: the time limit of 50 ms has passed", "--timeout none")
                .containsPattern("p\\.py:(9|10|11):");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tl.load(x, (8,), 'f32')", "tl.exp(v)", "tl.zeros((8,), 'f32')", "v + 1"})
    void aKernelWithoutAnEnd(String body) throws IOException {
        String text =
                "def kernel(x, tl):\n    v = tl.load(x, (8,), 'f32')\n    while True:\n        v = " + body + "\n";
        for (String mode : new String[] {"--on=functional", "--no-data", "--json"}) {
            Result result = InProcess.kernel(
                    file("k.py", text), List.of("--kernel-args", "x=ones:8:f32", "--timeout", "50ms", mode));
            assertThat(result.exitCode()).as(mode + result.err()).isEqualTo(2);
            assertThat(result.err()).contains("error[LIM-101]").containsPattern("k\\.py:[34]");
        }
    }

    @Test
    void aSweepEndsAsAWhole() {
        Result result = InProcess.sectile("sweep", "allreduce", "-b", "4M", "-e", "64M", "--timeout", "1ms");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).containsOnlyOnce("LIM-101");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run gemm --m 20000 --n 20000 --k 20000 --max-memory 1G | a product of 20000x20000x20000 takes",
                "run gemm --m 2000000 --n 20000 --k 20000 --max-memory 1G | a product of 2000000x20000x20000 takes",
                "run gemm --max-memory 1M | a product of 512x512x512 takes 7 MiB, and the limit is 1 MiB",
                "run allreduce --elements 2000000000 --max-memory 1G | of 2000000000",
                "run allgather --elements 2000000000 --max-memory 1G | of 2000000000",
                "run alltoall --elements 2000000000 --max-memory 1G | of 2000000000",
                "run broadcast --elements 2000000000 --max-memory 1G | of 2000000000",
                "run reduce --elements 2000000000 --max-memory 1G | of 2000000000",
                "exec examples/all_reduce.py --ranks 2000000000 --max-memory 1G | 2000000000",
                "exec examples/softmax.py --ranks 2000000000 --max-memory 1G | 2000000000 ranks",
            })
    void whatIsTooLargeIsRefusedBeforeItIsMade(String line, String message) {
        Result result = InProcess.sectile(
                line.replace("examples/", Checkout.root() + "/examples/").split(" "));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains("error[LIM-102]", message, "--max-memory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10**5", "10**6", "2**31", "10**9"})
    void aTensorThatIsTooLarge(String extent) throws IOException {
        Result result = InProcess.sectile("exec", program("pl.range(0, 1)", extent), "--max-memory", "1G");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err())
                .contains("LIM-102", "`x` of", "and the limit is 1 GiB")
                .contains("p.py:8:");
    }

    @Test
    void memoryThatRunsOutIsNotAnErrorOfOurs() {
        for (Throwable thrown : new Throwable[] {
            new OutOfMemoryError("Java heap space"), new IllegalStateException(new OutOfMemoryError("Metaspace"))
        }) {
            Result result = InProcess.with(
                    new SampleVerb((verb, call) -> {
                        if (thrown instanceof Error error) {
                            throw error;
                        }
                        throw (RuntimeException) thrown;
                    }),
                    "sample",
                    "make",
                    "x",
                    "--json");
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).contains("error[LIM-103]", "--max-memory").doesNotContain("internal");
            assertThat(result.out()).contains("\"code\": \"LIM-103\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "5", "-1s", "1d", "forever", "1e9s", "", "0s", "1.2.3s", "١s"})
    void aTimeoutThatIsNone(String value) {
        Result result = InProcess.sectile("run", "gemm", "--timeout=" + value);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-104", "`--timeout` cannot be", "a time such as 30s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5G", "lots", "4Z", "99999999999999999999", "", "16777216T", "none"})
    void aMemoryLimitThatIsNone(String value) {
        Result result = InProcess.sectile("exec", "x.py", "--max-memory=" + value);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-104", "`--max-memory` cannot be", "a number of bytes such as 512M");
    }

    @Test
    void queuesOfAnAllToAllThatDoNotFitAreRefusedBeforeTheyAreMade() {
        Result result = InProcess.sectile(
                "run",
                "alltoall",
                "--topology=flat",
                "--ranks=20000",
                "--elements=20000",
                "--no-data",
                "--max-memory=1G");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("LIM-102", "a set of queues between 20,000 PEs in 19,999 directions takes", "--max-memory");
        Result small = InProcess.sectile(
                "run", "alltoall", "--topology=flat", "--ranks=8", "--elements=8", "--no-data", "--max-memory=1G");
        assertThat(small.exitCode()).as(small.err()).isZero();
    }

    @Test
    void moreMemoryThanTheProcessHasIsRefused() {
        Result result = InProcess.sectile("run", "gemm", "--max-memory", "1000000T");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-130", "1000000T");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run gemm",
                "run allreduce",
                "exec",
                "sweep",
                "check",
                "print",
                "fmt",
                "topology show",
                "topology draw"
            })
    void everyVerbThatWorksTakesLimits(String verb) {
        assertThat(InProcess.sectile(("help " + verb).split(" ")).out())
                .contains("--timeout TIME", "--max-memory BYTES");
    }

    @Test
    void manyDiagnosticsAreCounted() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            text.append("unknown").append(i).append(": 1\n");
        }
        Result result = InProcess.sectile("topology", "validate", file("many.yaml", text.toString()));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err().lines().filter(line -> line.startsWith("error")))
                .hasSize(20);
        assertThat(result.err()).containsPattern("and (99,98\\d|1\\d\\d,\\d{3}) more\n");
        Result json = InProcess.sectile("topology", "validate", file("many.yaml", text.toString()), "--json");
        assertThat(json.out()).containsPattern("\"more_diagnostics\": (99|1\\d\\d)\\d{3}");
    }
}
