package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.cli.Checkout;
import sectile.cli.Result;

/// Each verb once, through the real launcher.
@Tag("launcher")
class VerbsTest {
    @TempDir
    Path directory;

    @AfterEach
    void deleteLinks() {
        Checkout.deleteLinks(directory);
    }

    @Test
    void version() {
        assertThat(succeeds("version")).startsWith("sectile 0.");
    }

    @Test
    void help() {
        assertThat(succeeds("help", "topology", "draw")).contains("usage: sectile topology draw");
    }

    @Test
    void devices() {
        assertThat(succeeds("devices")).contains("interpreter:", "opencl:0", "riscv64-bare");
    }

    @Test
    void doctor() {
        assertThat(succeeds("doctor", "--json")).contains("\"name\": \"jdk\"");
    }

    @Test
    void doctorFailsWhenAWantedToolIsMissing() throws IOException {
        String path = Launcher.pathOf(directory, "bash", "readlink", "find", "sort", "sha1sum", "flock");
        Result result = Launcher.from(directory).with("PATH", path).run("doctor", "jdk", "chromium");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
        assertThat(result.out())
                .contains("chromium  no chromium or google-chrome on the PATH; would add: ")
                .contains("apt-get install chromium");
    }

    @Test
    void exploreGoesOnAfterAKill() throws IOException, InterruptedException {
        String[] words = {
            "explore",
            "--vary",
            "system.sips.count=8..64+8",
            "--vary",
            "system.links.sip_sip.bandwidth_gbs=50,100",
            "--csv",
            "points.csv",
            "--journal",
            "journal",
            "-j",
            "1",
            "--json",
            "--",
            "allreduce",
            "--topology",
            "flat",
            "--elements",
            "65536"
        };
        Path journal = directory.resolve("journal");
        String whole = succeeds(words);
        byte[] points = Files.readAllBytes(directory.resolve("points.csv"));
        int all = Files.readAllLines(journal).size();
        Files.delete(journal);
        Files.delete(directory.resolve("points.csv"));

        Launcher.Running running = Launcher.from(directory).start(words);
        while (running.process().isAlive()
                && (!Files.exists(journal) || Files.readAllLines(journal).size() < 4)) {
            running.process().waitFor(5, TimeUnit.MILLISECONDS);
        }
        // The launcher has become the program, so this is a kill of the exploration itself.
        running.process().destroyForcibly().waitFor();
        assertThat(Files.exists(directory.resolve("points.csv"))).isFalse();
        assertThat(Files.readAllLines(journal)).hasSizeBetween(4, all - 1);

        assertThat(succeeds(words)).isEqualTo(whole);
        assertThat(directory.resolve("points.csv")).hasBinaryContent(points);
    }

    @Test
    void ops() {
        assertThat(succeeds("ops", "pl.tile.load")).contains("semantics: move: load");
        assertThat(succeeds("ops", "tl.dot", "--json")).contains("\"engine\": \"gemm\"");
    }

    @Test
    void runAlone() {
        assertThat(succeeds("run", "--topology", "small"))
                .startsWith("all_reduce on small: ")
                .contains(" 0 wrong");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allreduce",
                "allgather",
                "reducescatter",
                "broadcast",
                "reduce",
                "alltoall",
                "barrier",
                "sendrecv"
            })
    void runCollective(String name) {
        assertThat(succeeds("run", name, "--topology", "small", "--json")).contains("\"wrong\": 0");
    }

    @Test
    void runKernelAsText() {
        String file = Checkout.root().resolve("examples/kernels/vector_add.py").toString();
        String arguments = "x=arange:64:f32,y=ones:64:f32,out=zeros:64:f32,n=64";
        assertThat(succeeds("run", file, "--topology", "small", "--kernel-args", arguments, "--json"))
                .contains("\"workload\": \"vector_add.py\"")
                .contains("\"out\": {", "\"max\": 64");
    }

    @Test
    void runHelloRing() {
        assertThat(succeeds("run", "hello-ring", "--topology", "small", "--json"))
                .contains("\"wrong\": 0");
    }

    @Test
    void runCopy() {
        assertThat(succeeds("run", "copy", "--topology", "small")).contains(" 0 wrong");
    }

    @Test
    void runGemm() {
        assertThat(succeeds("run", "gemm", "--m", "32", "--n", "32", "--k", "32"))
                .contains(" 0 wrong");
    }

    @Test
    void runQkv() {
        assertThat(succeeds("run", "qkv", "--no-data")).contains("qkv on default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "block"})
    void runModel(String name) {
        assertThat(succeeds("run", name, "--topology", "small", "--hidden", "64", "--json"))
                .contains("\"wrong\": 0");
    }

    @Test
    void topologyShow() {
        assertThat(succeeds("topology", "show", "torus")).contains("torus_2d");
    }

    @Test
    void topologyValidate() {
        assertThat(succeeds("topology", "validate", "flat")).contains("flat: valid");
    }

    @Test
    void topologyDraw() {
        succeeds("topology", "draw", "--output", "machine.svg");
        assertThat(directory.resolve("machine.svg")).exists();
        assertThat(Files.exists(directory.resolve(".sectile"))).isFalse();
    }

    private static String example(String name) {
        return Checkout.root().resolve("examples").resolve(name).toString();
    }

    @Test
    void check() throws IOException {
        assertThat(succeeds("check", example("softmax.py"))).contains("Softmax, 2 functions, no problems");
        Path wrong = Files.writeString(
                directory.resolve("wrong.py"),
                "import pypto.language as pl\n\n\n@pl.jit\ndef f(x: pl.Tensor[[4], pl.FP32]):\n    return pl.ex(x)\n");
        Result result = Launcher.from(directory).run("check", wrong.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("error[LANG-216]", "wrong.py:6:", "return pl.ex(x)", "did you mean");
    }

    @Test
    void fmt() throws IOException {
        assertThat(succeeds("fmt", example("softmax.py"))).isEqualTo(Files.readString(Path.of(example("softmax.py"))));
        Path file = Files.writeString(directory.resolve("k.py"), "x=1 # kept\n");
        succeeds("fmt", "k.py", "--write");
        assertThat(file).hasContent("x = 1  # kept\n");
    }

    @Test
    void print() {
        assertThat(succeeds("print", example("matmul.py"))).contains("class Matmul", "pl.tile.matmul(");
        assertThat(succeeds("print", example("matmul.py"), "--stage", "syntax")).startsWith("Module");
    }

    @Test
    void exec() {
        assertThat(succeeds("exec", example("all_reduce.py"), "--ranks", "4", "--input", "x=ones"))
                .contains("ran host on 4 ranks", "out: ");
        succeeds("exec", example("softmax.py"), "--seed", "3", "--output", "soft.npz");
        assertThat(succeeds("exec", example("softmax.py"), "--seed", "3", "--expect", "soft.npz", "--json"))
                .contains("\"ok\": true");
    }

    @Test
    void verify() {
        assertThat(succeeds("verify", example("all_reduce.py"), "--ranks", "2-3"))
                .contains("host on 2 ranks: proved", "host on 3 ranks: proved");
    }

    @Test
    void replay() throws IOException {
        Files.writeString(directory.resolve("c.txt"), "not one");
        Result result = Launcher.from(directory).run("replay", "c.txt");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CHECK-110");
    }

    @Test
    void runOfATileProgram() {
        assertThat(succeeds("run", example("matmul.py"), "--json")).contains("\"ok\": true", "\"latency_ps\":");
    }

    @Test
    void testSaysThatAModuleIsUnknown() {
        Result result = Launcher.from(directory).run("test", "smi");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("there is no module `smi`; one of: base bench check cli");
    }

    @Test
    void testExplainsItself() {
        assertThat(succeeds("test", "--help")).contains("usage: ./sectile test [MODULE]");
    }

    private String succeeds(String... words) {
        Result result = Launcher.from(directory).run(words);
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.out();
    }
}
