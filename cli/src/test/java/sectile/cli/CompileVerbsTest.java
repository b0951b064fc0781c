package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
