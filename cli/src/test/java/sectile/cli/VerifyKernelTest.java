package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /// They are one, and `@TileTest` may ask for either.
    @Test
    void bothOrdersAreAccepted() throws IOException {
        String kernel = written("""
                def kernel(x, rank, tl):
                    tl.store(x, tl.full((4,), 1.0, "f32"))
                """);
        for (String order : List.of("strong", "silicon")) {
            Result proved = InProcess.sectile(
                    "verify", kernel, "--ranks", "1", "--kernel-args", "x=zeros:4:f32", "--order", order);
            assertThat(proved.out()).startsWith("k.py on 1 rank: proved (" + order + " order");
        }
    }

    @Test
    void resultsThatDifferAreReplayed() throws IOException {
        String kernel = written("""
                def kernel(out, rank, tl):
                    if rank == 0:
                        tl.store(out, tl.recv(None, (1,), "f32"))
                        tl.recv(None, (1,), "f32")
                    else:
                        tl.send("W" if rank == 1 else "E", tl.full((1,), 1.0 * rank, "f32"))
                """);
        Path saved = temp.resolve("order.txt");
        List<String> words =
                List.of("verify", kernel, "--wiring", "ring_1d", "--ranks", "3", "--kernel-args", "out=zeros:1:f32");
        var first = new ArrayList<>(words);
        first.addAll(List.of(
                "--counterexample",
                saved.toString(),
                "--report",
                temp.resolve("r.html").toString()));
        assertThat(InProcess.sectile(first.toArray(String[]::new)).err()).contains("CHECK-102", "element 0 of `out`");
        Result replayed = InProcess.sectile("replay", saved.toString());
        assertThat(replayed.exitCode()).isEqualTo(1);
        assertThat(replayed.err()).contains("CHECK-102", "element 0 of `out`");
        var drawn = new ArrayList<>(words);
        drawn.addAll(List.of("--schedules", "50"));
        assertThat(InProcess.sectile(drawn.toArray(String[]::new)).err()).contains("CHECK-102");
        // Without its choices the file names a mistake that it does not show.
        Files.writeString(
                saved,
                Files.readString(saved)
                                .lines()
                                .filter(line -> !line.startsWith("choice "))
                                .collect(Collectors.joining("\n"))
                        + "\n");
        Result cut = InProcess.sectile("replay", saved.toString());
        assertThat(cut.exitCode()).isEqualTo(2);
        assertThat(cut.err()).contains("CHECK-112", "does not show its mistake");
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

    private static final String PASS = """
            def kernel(out, rank, tl):
                tl.send("E", tl.full((4,), 1.0, "f32"))
                got = tl.take("W", (4,), "f32")
                tl.send("E", got)
                got = tl.take("W", (4,), "f32")
                if rank == 0:
                    tl.store(out, got)
            """;

    private Result withFaults(String faults) throws IOException {
        String file = Files.writeString(temp.resolve("pass.py"), PASS).toString();
        return InProcess.sectile(
                "verify",
                file,
                "--wiring",
                "ring_1d",
                "--ranks",
                "3",
                "--slots",
                "1",
                "--kernel-args",
                "out=zeros:4:f32",
                "--faults",
                faults);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rank 1 aborts             | 1 | SIM-501 | no actor that is left can fill queue `W`
                    rank 1 aborts at 2        | 1 | SIM-501 | waits for an element of queue `W` from sip0.cube0.pe1
                    rank 1 slow               | 0 | -       | -
                    message 0 of rank 1 lost  | 1 | SIM-501 | 1 has arrived
                    receive 1 of rank 0 lost  | 1 | CHECK-102 | the result is not the expected one
                    credit 0 of rank 1 lost   | 1 | SIM-501 | its only slot is in use
                    credit 1 of rank 1 lost   | 0 | -       | -
                    message 0 of rank 1 delayed | 0 | -     | -
                    message of rank 1 delayed by 500 ns | 0 | - | -
                    rank 7 aborts             | 2 | CHECK-130 | there is no rank 7 among 3
                    rank one aborts           | 2 | CHECK-130 | is not a fault
                    rank 1 slow,              | 2 | CHECK-130 | is not a fault
                    link 0-1 failed           | 2 | TOP-164 | joined by a switch
                    """)
    void faultsEndWithAResultOrAnExplanation(String faults, int exitCode, String code, String text) throws IOException {
        Result done = withFaults(faults);
        assertThat(done.exitCode()).as(done.err()).isEqualTo(exitCode);
        if (!code.equals("-")) {
            assertThat(done.err()).contains(code);
        }
        if (exitCode == 0) {
            assertThat(done.out()).startsWith("pass.py with `" + faults + "` on 3 ranks: proved");
        }
        if (exitCode == 2) {
            assertThat(done.err()).contains(text);
        }
    }

    /// Whatever goes wrong, a collective ends: with the right values, or with an explanation.
    @Test
    void drawnFaultsOfCollectivesNeverHang() {
        int campaigns = Integer.getInteger("sectile.faults", 12);
        var random = new Random(17);
        List<String> collectives = List.of("allreduce", "allgather", "reducescatter", "broadcast", "alltoall");
        for (int i = 0; i < campaigns; i++) {
            int rank = random.nextInt(3);
            int number = random.nextInt(4);
            String faults = switch (random.nextInt(8)) {
                case 0 -> "rank " + rank + " aborts at " + number;
                case 1 -> "rank " + rank + " slow";
                case 2 -> "message " + number + " of rank " + rank + " lost";
                case 3 -> "receive " + number + " of rank " + rank + " lost";
                case 4 -> "credit " + number + " of rank " + rank + " lost";
                case 5 -> "message " + number + " of rank " + rank + " delayed by 2000 ns";
                case 6 -> "link 0-1 slow by " + 1000 * (number + 1) + " ns";
                default -> "link 0-1 failed at " + 1000 * number + " ns, rank " + rank + " slow";
            };
            Result done = InProcess.sectile(
                    "verify",
                    collectives.get(random.nextInt(collectives.size())),
                    "--ranks",
                    "3",
                    "--elements",
                    "48",
                    "--topology",
                    "flat",
                    "--faults",
                    faults);
            assertThat(done.exitCode()).as(faults + ": " + done.err()).isBetween(0, 1);
            assertThat(done.out()).containsPattern("on 3 ranks: (proved|found)");
        }
    }
}
