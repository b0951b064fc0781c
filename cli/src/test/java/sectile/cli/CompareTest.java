package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `compare` and `algorithms`.
class CompareTest {
    private static final String EXAMPLES = "../examples/";

    @TempDir
    private Path directory;

    @Test
    void oneCollectiveTwoWays() {
        Result result = InProcess.sectile(
                "compare",
                EXAMPLES + "all_reduce.py",
                EXAMPLES + "kernels/ring_allreduce.py",
                "ring",
                "--ranks=4",
                "--sizes=1K");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("4 SIPs")
                .containsPattern("all_reduce.py +1.00 KiB .*right")
                .containsPattern("ring_allreduce.py +1.00 KiB .*right");
        // A kernel as text takes the time of its twin in Java.
        List<String> lines = result.out().lines().toList();
        String text = lines.stream()
                .filter(line -> line.startsWith("ring_allreduce.py"))
                .findFirst()
                .orElseThrow();
        String java = lines.stream()
                .filter(line -> line.startsWith("ring "))
                .findFirst()
                .orElseThrow();
        assertThat(text.substring("ring_allreduce.py".length()).strip())
                .isEqualTo(java.substring("ring".length()).strip());
    }

    @Test
    void theTimesOfARowAreThoseOfARun() {
        String compared = InProcess.sectile("compare", "ring", "--ranks=4", "--sizes=1K", "--json")
                .out();
        String run = InProcess.sectile(
                        "run", "allreduce", "--algorithm=ring", "--ranks=4", "--elements=256", "--dtype=f32", "--json")
                .out();
        long latency = number(run, "latency_ps");
        assertThat(number(compared, "latency_ps")).isEqualTo(latency);
        assertThat(number(compared, "launch_ps")).isEqualTo(number(run, "network_ps"));
        assertThat(number(compared, "engine_ps")).isPositive().isLessThan(latency);
        assertThat(number(compared, "queue_ps")).isPositive();
        assertThat(number(compared, "message_wait_ps")).isPositive();
        assertThat(number(compared, "credit_wait_ps")).isZero();
    }

    @Test
    void aWaitForCreditsIsSeen() throws IOException {
        Path kernel = Files.writeString(directory.resolve("k.py"), """
                def kernel(rank, tl):
                    v = tl.zeros((1024,), "f32")
                    if rank == 0:
                        for i in range(8):
                            tl.send("E", v)
                    else:
                        for i in range(64):
                            v = v + 1
                        for i in range(8):
                            tl.recv("W", (1024,), "f32")
                        tl.send("W", v)
                    if rank == 0:
                        tl.recv("E", (1024,), "f32")
                        for i in range(8):
                            v = v + 1
                """);
        Result result =
                InProcess.sectile("compare", kernel.toString(), "--pes=0-1", "--wiring=ring_1d", "--slots=2", "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(number(result.out(), "credit_wait_ps")).isPositive();
    }

    @Test
    void mistakes() {
        assertThat(InProcess.sectile("compare", "rng").err()).contains("CLI-144", "did you mean `ring`?");
        assertThat(InProcess.sectile("compare", "ring", "--collective=allredcue")
                        .err())
                .contains("CLI-114", "all_reduce");
        assertThat(InProcess.sectile("compare", EXAMPLES + "all_reduce.py", "--no-data")
                        .err())
                .contains("CLI-143");
        assertThat(InProcess.sectile("compare", EXAMPLES + "kernels/vector_add.py", "--sizes=1K")
                        .err())
                .contains("CLI-115", "--kernel-args");
        assertThat(InProcess.sectile("compare", "no_such_file.py").exitCode()).isEqualTo(2);
        assertThat(InProcess.sectile("compare").err()).contains("CLI-108");
    }

    @Test
    void algorithmsAreListedWithTheirSettings() throws IOException {
        assertThat(InProcess.sectile("algorithms").out())
                .containsPattern("all_reduce +intercube_allreduce")
                .containsPattern("pairwise_alltoall +all_pairs +leader_only");
        assertThat(InProcess.sectile("algorithms", "alltoall").out())
                .contains("each_pe_alltoall")
                .doesNotContain("halving_doubling");
        Path ccl = Files.writeString(
                directory.resolve("ccl.yaml"),
                "algorithms:\n  mine: { kernel: ring, topology: ring_1d, n_slots: 7 }\n");
        assertThat(InProcess.sectile("algorithms", "mine", "--ccl=" + ccl).out())
                .contains("n_slots: 7", "kernel: ring", "buffer_kind: tcm");
        String json = InProcess.sectile("algorithms", "mine", "--ccl=" + ccl, "--json")
                .out();
        assertThat(json).contains("\"n_slots\": 7", "\"all_reduce\": \"intercube_allreduce\"");
        assertThat(InProcess.sectile("algorithms", EXAMPLES + "kernels/ring_allreduce.py")
                        .out())
                .contains("collectives: all_reduce");
        assertThat(InProcess.sectile("algorithms", "rign").err()).contains("CLI-145", "did you mean `ring`?");
    }

    @Test
    void execAndRunAnswerInOneShape() {
        for (List<String> call : List.of(
                List.of(EXAMPLES + "elementwise.py"),
                List.of(
                        EXAMPLES + "kernels/softmax.py",
                        "--input=x=randn:8x64:f32",
                        "--set=rows=8",
                        "--set=columns=64"))) {
            List<String> exec = members(answer("exec", call));
            List<String> run = members(answer("run", call));
            assertThat(exec)
                    .contains(
                            "ok",
                            "workload",
                            "executor",
                            "seed",
                            "checked",
                            "wrong",
                            "ranks",
                            "outputs",
                            "comparisons");
            assertThat(run).startsWith(exec.toArray(String[]::new)).contains("latency_ps", "phases", "engines");
        }
    }

    @Test
    void aKernelHasTheSameValuesOnEveryExecutor() {
        List<String> call =
                List.of(EXAMPLES + "kernels/softmax.py", "--kernel-args=x=randn:8x64:f32,rows=8,columns=64");
        String functional = answer("exec", call);
        List<String> machine = new java.util.ArrayList<>(call);
        machine.add("--on=machine");
        assertThat(answer("exec", machine)).isEqualTo(functional.replace("\"functional\"", "\"machine\""));
        assertThat(InProcess.sectile("exec", call.getFirst(), "--on=interpreter")
                        .err())
                .contains("CLI-140", "functional, machine");
        assertThat(InProcess.sectile("exec", EXAMPLES + "softmax.py", "--topology=small")
                        .err())
                .contains("CLI-115", "--on machine");
        assertThat(InProcess.sectile("exec", EXAMPLES + "softmax.py", "--on=functional")
                        .err())
                .contains("CLI-140", "interpreter, machine");
    }

    private static String answer(String verb, List<String> more) {
        List<String> words = new java.util.ArrayList<>(List.of(verb));
        words.addAll(more);
        words.add("--json");
        Result result = InProcess.sectile(words.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.out();
    }

    private static List<String> members(String json) {
        return json.lines()
                .filter(line -> line.startsWith("  \""))
                .map(line -> line.substring(3, line.indexOf('"', 3)))
                .toList();
    }

    /// The first number of a name.
    private static long number(String json, String name) {
        int at = json.indexOf("\"" + name + "\": ");
        assertThat(at).as(name + " in " + json).isNotNegative();
        String rest = json.substring(at + name.length() + 4);
        return Long.parseLong(rest.substring(0, rest.indexOf(rest.indexOf(',') < rest.indexOf('\n') ? ',' : '\n'))
                .strip());
    }
}
