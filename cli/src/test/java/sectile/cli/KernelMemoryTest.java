package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.NdArray;
import sectile.base.io.Npz;

/// What text kernels may store where: buffers know their element type and their end.
final class KernelMemoryTest {
    private static final String PRODUCT = """
            def kernel(a, b, out, next, tl):
                tl.store(out, tl.dot(tl.load(a, (4, 4)), tl.load(b, (4, 4))))
            """;

    @TempDir
    private Path directory;

    private Result run(String text, String... words) throws IOException {
        Path file = Files.writeString(directory.resolve("k.py"), text);
        return InProcess.kernel(file.toString(), List.of(words));
    }

    private NdArray output(String name) {
        return Objects.requireNonNull(Npz.read(directory.resolve("out.npz")).get(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--on=functional"})
    void aProductOfHalvesIsHalvesAndLeavesTheNextBufferAlone(String mode) throws IOException {
        Result result = run(
                PRODUCT,
                "--pes=0",
                mode,
                "--kernel-args=a=ones:4x4:f16,b=ones:4x4:f16,out=zeros:4x4:f16,next=7:4x4:f16",
                "--output=" + directory.resolve("out.npz"));
        assertThat(result.err()).isEmpty();
        assertThat(output("out").toDoubles()).containsOnly(4);
        assertThat(output("next").toDoubles()).containsOnly(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tl.store(x, tl.zeros((2,), 'f32'))|KER-214|store of f32 2 into a buffer of f16",
                "tl.store(x, tl.zeros((2,), 'i16'))|KER-214|store of i16 2 into a buffer of f16",
                "tl.store(x, tl.zeros((2,), 'bf16'))|KER-214|cast the value to f16, or use a buffer of bf16",
                "tl.store(x, tl.load(x, (8, 8)) > 0)|KER-214|store of bool 8x8 into a buffer of f16",
                "tl.store(x, tl.dot(tl.load(x, (8, 8)), tl.load(x, (8, 8)), 'f32'))|KER-214|store of f32 8x8",
                "tl.composite('gemm', tl.ref(x, (4, 4)), tl.ref(x, (4, 4)), x, 'f32', 4, 4, 4)|KER-214|out_dtype",
                "tl.store(x + 8, tl.zeros((64,)))|KER-215|128 bytes at",
                "tl.store(x + 128, tl.load(x + 120, (8, 8)))|KER-215|8 bytes are left of the 128 bytes of f16",
                "tl.load(x + 126, (2,))|KER-215|2 bytes are left of the 128 bytes of f16",
                "tl.exp(tl.ref(x, (8, 9)))|KER-215|runs over the end of its buffer",
                "tl.load(x, (65,))|KER-215|130 bytes",
                "tl.composite('gemm', tl.ref(x, (8, 8)), tl.ref(x, (8, 8)), x + 2)|KER-215|126 bytes are left"
            })
    void aStoreOfAnotherTypeOrPastTheEndIsRefusedInEveryKindOfRun(String statement, String code, String text)
            throws IOException {
        for (String mode : List.of("--json", "--no-data", "--on=functional")) {
            Result result = run(
                    "def kernel(x, tl):\n    " + statement + "\n", "--pes=0", "--kernel-args=x=zeros:8x8:f16", mode);
            assertThat(result.exitCode()).as(mode).isEqualTo(2);
            assertThat(result.err()).as(mode).contains(code).contains(text).contains("k.py:2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--on=functional"})
    void theWholeOfASplitBufferIsAtOneAddress(String mode) throws IOException {
        Result result = run(
                """
                def kernel(x, y, n, rank, world_size, tl):
                    size = n * 4
                    right = (rank + 1) % world_size
                    tl.store(y + rank * size, tl.load(x + rank * size, (n,), 'f32') + tl.load(x + right * size, (n,), 'f32'))
                """,
                "--sips=all",
                "--cubes=0-1",
                "--pes=0-1",
                mode,
                "--kernel-args=x=arange:64:f32@split,y=zeros:64:f32@split,n=8",
                "--output=" + directory.resolve("out.npz"));
        assertThat(result.err()).isEmpty();
        double[] values = output("y").toDoubles();
        for (int i = 0; i < 64; i++) {
            assertThat(values[i]).as("element " + i).isEqualTo(i + (i + 8) % 64);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--no-data"})
    void beyondASplitBufferNothingIsMapped(String mode) throws IOException {
        Result result = run(
                "def kernel(x, rank, tl):\n    tl.store(x + (rank + 1) * 32, tl.zeros((8,), 'f32'))\n",
                "--pes=0-3",
                mode,
                "--kernel-args=x=arange:32:f32@split");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("SIM-321").contains("k.py:2");
    }

    @Test
    void everyPesOwnBufferEndsBeforeTheNext() throws IOException {
        for (String mode : List.of("--json", "--on=functional")) {
            Result result = run(
                    "def kernel(x, rank, tl):\n    tl.store(x + 16, tl.zeros((8,), 'f32'))\n",
                    "--pes=0-3",
                    mode,
                    "--kernel-args=x=arange:8:f32@each");
            assertThat(result.exitCode()).as(mode).isEqualTo(2);
            assertThat(result.err()).as(mode).contains("KER-215");
        }
    }
}
