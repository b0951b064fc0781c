package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `verify --faults` of tile programs, on the interpreter: the run ends with the right result or with an explanation.
class ProgramFaultsTest {
    private static final Path CORPUS = Path.of("../check/src/test/resources/corpus");

    @TempDir
    private Path temp;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rank 1 aborts              | 1 | rank 1, k was aborted, and what it had still to do does not happen
                    rank 1 aborts at 2         | 1 | rank 0, k waits until sig of rank 0 [1, 0] >= 1; it is 0
                    rank 1 aborts at 99        | 0 | proved
                    rank 1 slow                | 0 | proved
                    link 0-1 slow              | 0 | proved
                    link 1-0 failed            | 1 | error[EXEC-203]: rank 0 cannot reach rank 1
                    signal 0 of rank 1 lost    | 1 | no actor has signalled sig of rank 0 [0, 0]
                    message 1 of rank 0 lost   | 1 | no actor has signalled sig of rank 1 [1, 0]
                    signal of rank 1 delayed   | 0 | proved
                    wait 0 of rank 1 lost      | 1 | error[CHECK-101]: rank 1, k reads bytes 0 to 15 of data of rank 0
                    credit 0 of rank 1 lost    | 0 | proved
                    rank 2 slow                | 2 | there is no rank 2 among 2
                    link 0-2 slow              | 2 | there is no rank 2 among 2
                    link 1-1 failed            | 2 | rank 1 has no link to itself
                    link 0-1 failed at 3 ns    | 2 | which has no time
                    link 0-1 slow by 3 ns      | 2 | which has no time
                    signal of rank 1 delayed by 1 ns | 2 | which has no time
                    signal of rank 1 slow      | 2 | is not a fault
                    """)
    void everyFaultEndsWithAResultOrAnExplanation(String faults, int exitCode, String text) {
        Result done = verify(CORPUS.resolve("barrier_set_ge.fixed.py"), faults);
        assertThat(done.exitCode()).as(done.err()).isEqualTo(exitCode);
        assertThat(done.out() + done.err()).contains(text);
        if (exitCode < 2) {
            assertThat(done.out()).startsWith("k with `" + faults + "` on 2 ranks: ");
        }
    }

    /// Of pipes between the cores of a rank.
    @Test
    void aLostCreditLeavesNoSlot() {
        Result done = verify(CORPUS.resolve("slots_not_given_back.fixed.py"), "credit of rank 1 lost");
        assertThat(done.exitCode()).as(done.err()).isOne();
        assertThat(done.err()).contains("EXEC-201", "given back and lost", "for a free slot of pipe");
    }

    private static final String CLEARED = """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
                    me = pld.rank(pld.get_comm_ctx(sig))
                    if me == 0:
                        pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.Set)
                        %s
                        pld.system.notify(sig, 1, [1, 0], 1, op=pld.NotifyOp.Set)
                    if me == 1:
                        pld.system.wait(sig, [1, 0], 1, cmp=pld.WaitCmp.Ge)
                        pld.system.notify(sig, 1, [0, 0], 0, op=pld.NotifyOp.Set)
                    return sig
            """;

    /// The second signal overtakes the first one, which is then there after it was cleared. Nothing but a delay of the
    /// signal alone shows it, and a fence prevents it.
    @Test
    void aDelayedSignalIsOvertakenWithoutAFence() throws IOException {
        Path without = Files.writeString(temp.resolve("a.py"), CLEARED.formatted("pass"));
        Path with = Files.writeString(temp.resolve("b.py"), CLEARED.formatted("pld.system.fence()"));
        assertThat(verify(without, "rank 0 slow").exitCode()).isZero();
        Result found = verify(without, "signal 0 of rank 0 delayed");
        assertThat(found.exitCode()).as(found.out() + found.err()).isOne();
        assertThat(found.err()).contains("CHECK-102", "of `sig` is 0 or 1");
        Result right = verify(with, "signal 0 of rank 0 delayed");
        assertThat(right.exitCode()).as(right.err()).isZero();
        assertThat(right.out()).contains("proved");
    }

    /// What a counterexample is of has the faults as well.
    @Test
    void aCounterexampleReplaysWithItsFault() {
        String file = temp.resolve("order.txt").toString();
        String program = CORPUS.resolve("barrier_set_ge.fixed.py").toString();
        Result done = InProcess.sectile(
                "verify", program, "--ranks", "2", "--faults", "rank 1 aborts at 1", "--counterexample", file);
        assertThat(done.exitCode()).isOne();
        Result again = InProcess.sectile("replay", file);
        assertThat(again.exitCode()).as(again.err()).isOne();
        assertThat(again.out() + again.err()).contains("rank 1, k was aborted");
    }

    /// An algorithm in XML is a program, too.
    @Test
    void anAbortedRankOfAnAlgorithmIsExplained() {
        Path algorithm = Checkout.root().resolve("examples/algorithms/allreduce_ring.xml");
        Result done = InProcess.sectile("verify", algorithm.toString(), "--faults", "rank 1 aborts at 3");
        assertThat(done.exitCode()).as(done.err()).isOne();
        assertThat(done.err()).contains("EXEC-201", "was aborted");
    }

    /// Whatever goes wrong, a tile program ends.
    @Test
    void drawnFaultsOfProgramsNeverHang() {
        int campaigns = Integer.getInteger("sectile.faults", 15);
        var random = new Random(17);
        List<String> programs = List.of(
                "post_reduce_barrier", "counter_reused", "put_source_reused", "slots_not_given_back", "missing_ack");
        for (int i = 0; i < campaigns; i++) {
            int rank = random.nextInt(2);
            int number = random.nextInt(3);
            String faults = switch (random.nextInt(7)) {
                case 0 -> "rank " + rank + " aborts at " + number;
                case 1 -> "rank " + rank + " slow";
                case 2 -> "signal " + number + " of rank " + rank + " lost";
                case 3 -> "wait " + number + " of rank " + rank + " lost";
                case 4 -> "credit " + number + " of rank " + rank + " lost";
                case 5 -> "signal of rank " + rank + " delayed";
                default -> "link 0-1 " + (random.nextBoolean() ? "slow" : "failed");
            };
            String program = programs.get(random.nextInt(programs.size())) + ".fixed.py";
            Result done = verify(CORPUS.resolve(program), faults);
            assertThat(done.exitCode())
                    .as(program + ", " + faults + ": " + done.err())
                    .isBetween(0, 1);
            assertThat(done.out()).as(program + ", " + faults).containsPattern("on 2 ranks: (proved|found)");
        }
    }

    private static Result verify(Path program, String faults) {
        return InProcess.sectile("verify", program.toString(), "--ranks", "2", "--faults", faults);
    }
}
