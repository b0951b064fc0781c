package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.compiler.Pipelines;
import sectile.compiler.pass.Pass;

/// `sectile compile`, `passes` and `diff`
class CompileVerbsTest {
    private static String example(String file) {
        return Checkout.root().resolve("examples").resolve(file).toString();
    }

    @Test
    void compilesVerifiesValidatesAndDumps(@TempDir Path directory) throws IOException {
        Path build = directory.resolve("build");
        Result result = InProcess.sectile(
                "compile",
                example("norms.py"),
                "--target",
                "npu-gm",
                "-o",
                build.toString(),
                "--dump-passes",
                "--verify",
                "each",
                "--validate",
                "each");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("ConvertTensorToTileOps", " ms");
        assertThat(build.resolve("program.py")).content().contains("pl.tile.load");
        assertThat(build.resolve("passes/00_frontend.py")).content().contains("with pl.at");
        try (var files = Files.list(build.resolve("passes"))) {
            assertThat(files.count()).isEqualTo(Pipelines.named(Pipelines.FULL).size() + 1);
        }
    }

    @Test
    void stopsAfterAPass(@TempDir Path directory) {
        Result result = InProcess.sectile(
                "compile", example("norms.py"), "--stop-after", "FlattenCalls", "-o", directory.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("FlattenCalls").doesNotContain("OutlineInCore");
        assertThat(directory.resolve("program.py")).content().contains("with pl.at");
        Result wrong = InProcess.sectile("compile", example("norms.py"), "--stop-after", "FlattenCall");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("CLI-151", "FlattenCalls");
    }

    @Test
    void emitsOtherForms(@TempDir Path directory) throws IOException {
        Result printed = InProcess.sectile("compile", example("matmul.py"), "--emit", "mlir");
        assertThat(printed.exitCode()).as(printed.err()).isZero();
        assertThat(printed.out()).startsWith("module {").contains("func.func @").doesNotContain(" ms");
        assertThat(InProcess.sectile("compile", example("matmul.py"), "--emit", "python")
                        .out())
                .contains("@pl.program", "pl.tile.load");
        assertThat(InProcess.sectile("compile", example("matmul.py"), "--emit", "c")
                        .out())
                .contains("#include \"sx_vector.h\"");
        Path build = directory.resolve("build");
        Result written = InProcess.sectile("compile", example("matmul.py"), "--emit", "c,mlir", "-o", build.toString());
        assertThat(written.exitCode()).as(written.err()).isZero();
        assertThat(build.resolve("mlir/program.mlir")).hasContent(printed.out());
        assertThat(build.resolve("c/sx.h")).exists();
        assertThat(build.resolve("artifact.json")).content().contains("mlir/program.mlir", "c/sx.h");
        Result executed = InProcess.sectile("exec", build.toString());
        assertThat(executed.exitCode()).as(executed.err()).isZero();
    }

    @Test
    void saysWhatCannotBeEmitted() {
        Result wrong = InProcess.sectile("compile", example("matmul.py"), "--emit", "mlri");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("CLI-104", "found `mlri`", "mlir");
        assertThat(InProcess.sectile("compile", example("matmul.py"), "--emit", "c,mlir")
                        .err())
                .contains("CLI-104", "prints one form, found c, mlir", "-o DIR");
        Result nothing = InProcess.sectile("compile", example("barrier.py"), "--emit", "mlir");
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err()).contains("COMP-702", "COMP-701", "barrier.py:");
    }

    @Test
    void refusesWhatHasNoEffect() {
        assertThat(InProcess.sectile("compile", example("norms.py"), "--dump-passes")
                        .err())
                .contains("CLI-152", "-o DIR");
        assertThat(InProcess.sectile("compile", example("norms.py"), "--verify", "all")
                        .err())
                .contains("`--verify` takes `each`");
        assertThat(InProcess.sectile("compile", example("norms.py"), "--target", "npu")
                        .err())
                .contains("COMP-101");
    }

    @Test
    void listsAndExplainsPasses() {
        String list = InProcess.sectile("passes").out();
        for (Pass pass : Pipelines.named(Pipelines.FULL)) {
            assertThat(list).contains(pass.name(), pass.summary());
        }
        assertThat(list).contains("npu-direct");
        assertThat(InProcess.sectile("passes", "ConvertToSSA").out()).contains("produces:    SSA");
    }

    @Test
    void showsWhatAPassChanges() {
        String diff = InProcess.sectile("diff", example("norms.py"), "--pass", "FlattenCalls")
                .out();
        assertThat(diff).contains("- ", "+ ").contains("= pl.tensor.mul(x, x)");
        assertThat(InProcess.sectile("diff", example("norms.py"), "--pass", "UnrollLoops")
                        .out())
                .contains("leaves this program alone");
    }

    @Test
    void aCompiledDirectoryRunsWithoutTheSourceAndAfterItWasCopied(@TempDir Path directory) throws IOException {
        Path source = Files.copy(Path.of(example("norms.py")), directory.resolve("mine.py"));
        Path build = directory.resolve("build");
        assertThat(InProcess.sectile("compile", source.toString(), "-o", build.toString())
                        .exitCode())
                .isZero();
        String[] written = {"exec", source.toString(), "--entry", "layer_norm", "--seed", "3", "--json"};
        String values = InProcess.sectile(written).out();
        Files.delete(source);
        Path copy = directory.resolve("elsewhere").resolve("copy");
        Files.createDirectories(copy.getParent());
        Files.move(build, copy);
        Result executed = InProcess.sectile("exec", copy.toString(), "--entry", "layer_norm", "--seed", "3", "--json");
        assertThat(executed.exitCode()).as(executed.err()).isZero();
        assertThat(executed.out()).isEqualTo(values);
        Result ran = InProcess.sectile("run", copy.toString(), "--entry", "layer_norm", "--seed", "3");
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("0 wrong");
    }

    @Test
    void aCompiledProgramOfSeveralDevicesRuns(@TempDir Path directory) throws IOException {
        String build = directory.resolve("build").toString();
        assertThat(InProcess.sectile("compile", example("both_rails.py"), "-o", build)
                        .exitCode())
                .isZero();
        Result ran = InProcess.sectile("run", build, "--ranks", "4", "--set", "system.sips.count=4");
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("0 wrong");
        Files.delete(Path.of(build, "orchestration/comm_manifest.json"));
        assertThat(InProcess.sectile("exec", build, "--ranks", "4").err()).contains("COMP-513", "comm_manifest.json");
    }

    @Test
    void whatIsFixedInACompiledProgramCannotBeSet(@TempDir Path directory) {
        String build = directory.resolve("build").toString();
        InProcess.sectile("compile", example("softmax.py"), "-o", build);
        Result set = InProcess.sectile("exec", build, "--set", "N=3");
        assertThat(set.exitCode()).isEqualTo(2);
        assertThat(set.err()).contains("CLI-154", "`--set N` has no effect on a compiled program");
        assertThat(InProcess.sectile("exec", build, "--program", "A").err()).contains("CLI-154", "`--program`");
        for (String verb : List.of("run", "exec")) {
            Result other = InProcess.sectile(verb, build, "--target", "npu-direct");
            assertThat(other.exitCode()).isEqualTo(2);
            assertThat(other.err()).contains("CLI-154", "`--target` has no effect on a compiled program");
        }
    }

    @Test
    void execCompilesAsToldAndNotOtherwise() {
        Result compiled = InProcess.sectile("exec", example("norms.py"), "--entry", "rms_norm", "--target", "npu-gm");
        assertThat(compiled.exitCode()).as(compiled.err()).isZero();
        assertThat(compiled.out())
                .isEqualTo(InProcess.sectile("exec", example("norms.py"), "--entry", "rms_norm")
                        .out());
        String[] asWritten = {"exec", example("norms.py"), "--entry", "rms_norm", "--on", "machine", "--no-compile"};
        assertThat(InProcess.sectile(asWritten).err()).contains("RUN-101");
        assertThat(InProcess.sectile("exec", example("norms.py"), "--entry", "rms_norm", "--no-compile")
                        .err())
                .contains("CLI-141", "runs programs as they are written");
    }
}
