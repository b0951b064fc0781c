package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `run FILE.py` of a tile program, and `exec --on`.
class RunProgramTest {
    @TempDir
    Path temp;

    private static String example(String name) {
        return Checkout.root().resolve("examples").resolve(name).toString();
    }

    @Test
    void aProgramRunsOnTheMachineAndIsComparedWithTheInterpreter() {
        Result result = InProcess.sectile("run", example("elementwise.py"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("main on default", "8,192 values checked, 0 wrong");
    }

    @Test
    void everyOperationKnowsItsLine() throws IOException {
        Path log = temp.resolve("ops.csv");
        Result result = InProcess.sectile("run", example("elementwise.py"), "--op-log", log.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        String text = Files.readString(log);
        // The load of `a`, the addition and the store of the example.
        assertThat(text).contains("elementwise.py:18", "elementwise.py:20", "elementwise.py:21");
    }

    @Test
    void ranksAreSips() {
        Result few = InProcess.sectile("run", example("all_reduce.py"), "--ranks", "4", "--set", "system.sips.count=3");
        assertThat(few.exitCode()).isEqualTo(2);
        assertThat(few.err()).contains("RUN-103", "4 ranks", "3 SIPs", "--set system.sips.count=4");
        Result more =
                InProcess.sectile("run", example("all_reduce.py"), "--ranks", "4", "--set", "system.sips.count=5");
        assertThat(more.exitCode()).as(more.err()).isZero();
        assertThat(more.out()).contains("5 SIPs");
        Result grown = InProcess.sectile("run", example("all_reduce.py"), "--ranks", "4");
        assertThat(grown.exitCode()).as(grown.err()).isZero();
        assertThat(grown.out()).contains("4 SIPs", "1,024 values checked, 0 wrong");
    }

    @Test
    void settingsWithoutADotAreTheProgramsOwn() {
        Result result = InProcess.sectile("run", example("dynamic_valid.py"), "--set", "M=37");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("0 wrong");
    }

    @Test
    void wholeTensorsAreLoweredToTiles() {
        Result result = InProcess.sectile("run", example("spmd_mixed.py"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("2,048 values checked, 0 wrong");
    }

    @Test
    void withoutTheCompilerWholeTensorsAreRefusedWithOpAndLine() {
        Result result = InProcess.sectile("run", example("spmd_mixed.py"), "--no-compile");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("RUN-101", "pl.tensor.matmul", "spmd_mixed.py:", "sectile exec");
    }

    @Test
    void placementChangesTheTimeAndNotTheValues() {
        Result spread = InProcess.sectile("run", example("softmax.py"), "--json");
        Result cut = InProcess.sectile("run", example("softmax.py"), "--json", "--placement", "split");
        assertThat(spread.out()).contains("\"wrong\": 0");
        assertThat(cut.out()).contains("\"wrong\": 0");
        // Parts in every cube are further away than a few pages in the first one.
        assertThat(latency(spread)).isNotEqualTo(latency(cut));
        Result unknown = InProcess.sectile("run", example("softmax.py"), "--placement", "nowhere");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("interleave, split, single");
    }

    private static String latency(Result result) {
        return result.out()
                .lines()
                .filter(line -> line.contains("latency_ps"))
                .toList()
                .toString();
    }

    @Test
    void outputsAreWrittenAndCompared() {
        String file = temp.resolve("out.npz").toString();
        assertThat(InProcess.sectile("run", example("softmax.py"), "--seed", "3", "--output", file)
                        .exitCode())
                .isZero();
        assertThat(InProcess.sectile("exec", example("softmax.py"), "--seed", "3", "--expect", file)
                        .exitCode())
                .isZero();
        assertThat(InProcess.sectile("run", example("softmax.py"), "--seed", "4", "--expect", file)
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void execRunsOnTheExecutorThatIsNamed() {
        Result interpreter = InProcess.sectile("exec", example("all_reduce.py"), "--ranks", "3", "--seed", "2");
        Result machine =
                InProcess.sectile("exec", example("all_reduce.py"), "--ranks", "3", "--seed", "2", "--on", "machine");
        assertThat(machine.exitCode()).as(machine.err()).isZero();
        assertThat(machine.out()).isEqualTo(interpreter.out().replace("interpreter", "machine"));
        Result unknown = InProcess.sectile("exec", example("all_reduce.py"), "--on", "moon");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("interpreter, machine");
    }

    @Test
    void aWrongGuessIsAnsweredWithTheRightCommand() throws IOException {
        Path kernel = Files.writeString(temp.resolve("k.py"), "def kernel(tl):\n    pass\n");
        Result exec = InProcess.sectile("exec", "--seed", "1", kernel.toString());
        assertThat(exec.exitCode()).isEqualTo(2);
        assertThat(exec.err()).contains("CLI-142", "sectile exec " + kernel);
        assertThat(InProcess.sectile("run", example("matmul.py"), "--no-data").err())
                .contains("CLI-143");
        assertThat(InProcess.sectile("exec", example("matmul.py"), "--on", "machine", "--schedule-seed", "1")
                        .err())
                .contains("CLI-141");
    }
}
