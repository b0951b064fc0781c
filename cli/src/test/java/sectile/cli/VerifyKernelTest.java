package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `verify` of kernels and collectives, and `replay` of what it finds.
class VerifyKernelTest {
    @TempDir
    Path temp;

    private String written(String text) throws IOException {
        return Files.writeString(temp.resolve("k.py"), text).toString();
    }

    @Test
    void aRaceOfTwoPesIsExplainedAndReplayed() throws IOException {
        String kernel = written("""
                def kernel(x, rank, tl):
                    if rank == 0:
                        tl.store(x, tl.full((4,), 1.0, "f32"))
                        tl.send("E", tl.full((1,), 1.0, "f32"))
                    else:
                        a = tl.load(x, (4,), "f32")
                        tl.recv("W", (1,), "f32")
                """);
        Path saved = temp.resolve("race.txt");
        Result found = InProcess.sectile(
                "verify",
                kernel,
                "--wiring",
                "ring_1d",
                "--ranks",
                "2",
                "--kernel-args",
                "x=zeros:4:f32",
                "--counterexample",
                saved.toString());
        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.out()).startsWith("k.py on 2 ranks: found, 1 finding");
        assertThat(found.err()).contains("CHECK-101", "bytes 0 to 15 of x", "sip0.cube0.pe0", "k.py:3:9", "k.py:6:13");
        Result replayed = InProcess.sectile("replay", saved.toString());
        assertThat(replayed.exitCode()).isEqualTo(1);
        assertThat(replayed.err()).contains("CHECK-101");
    }

    @Test
    void messagesFromAnyDirectionAreExplored() throws IOException {
        String kernel = written("""
                def kernel(out, rank, tl):
                    if rank == 0:
                        tl.store(out, tl.recv(None, (1,), "f32"))
                        tl.recv(None, (1,), "f32")
                    else:
                        tl.send("W" if rank == 1 else "E", tl.full((1,), rank, "f32"))
                """);
        Result found = InProcess.sectile(
                "verify", kernel, "--wiring", "ring_1d", "--ranks", "3", "--kernel-args", "out=zeros:1:f32", "--json");
        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.out()).contains("CHECK-102", "element 0 of `out` is 1 or 2");
    }

    @Test
    void aKernelThatLeavesItsBuffersIsToldWhere() throws IOException {
        String far = written("def kernel(x, tl):\n    tl.store(x + 1048576, tl.full((4,), 1.0, \"f32\"))\n");
        Result stored = InProcess.sectile("run", far, "--pes", "3", "--kernel-args", "x=zeros:4:f32");
        assertThat(stored.exitCode()).isEqualTo(2);
        assertThat(stored.err())
                .contains(
                        "KER-216",
                        "HBM sip=0 cube=0 pe=3 +0x100000",
                        "nearest buffer",
                        "k.py:2:5",
                        "on sip0.cube0.pe3");
        String zero = written("def kernel(x, tl):\n    tl.load(0, (4,), \"f32\")\n");
        Result loaded = InProcess.sectile("run", zero, "--pes", "0", "--kernel-args", "x=zeros:4:f32");
        assertThat(loaded.exitCode()).isEqualTo(2);
        assertThat(loaded.err()).contains("KER-216", "at 0x0");
    }

    @Test
    void anAlgorithmThatCannotRunIsNoFinding() {
        Result refused = InProcess.sectile("verify", "allreduce", "--algorithm", "torus", "--ranks", "2");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("the nearest squares are 1 and 4");
    }

    @Test
    void morePesThanAreChosenAreRefused() throws IOException {
        Result refused =
                InProcess.sectile("verify", written("def kernel(tl):\n    pass\n"), "--pes", "0-1", "--ranks", "3");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("CLI-149");
    }
}
