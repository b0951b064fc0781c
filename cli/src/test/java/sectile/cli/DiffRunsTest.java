package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sectile diff BEFORE.json AFTER.json`
class DiffRunsTest {
    @TempDir
    Path directory;

    private String run(String name, String... more) throws IOException {
        String[] words = new String[more.length + 9];
        String[] base = {"run", "gemm", "--topology", "small", "--m", "64", "--n", "64", "--json"};
        System.arraycopy(base, 0, words, 0, base.length);
        System.arraycopy(more, 0, words, base.length, more.length);
        Path file = directory.resolve(name);
        Files.writeString(file, InProcess.sectile(words).out());
        return file.toString();
    }

    @Test
    void namesWhatGotSlower() throws IOException {
        String before = run("before.json");
        String after = run("after.json", "--set", "pe.components.pe_gemm.attrs.clock_ghz=0.4");
        Result result = InProcess.sectile("diff", before, after);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .containsPattern("latency .* → .* times as long")
                .containsPattern("sip0.cube0.pe0.gemm .* \\+")
                .contains("Critical path by resource", "Work of engines", "Phases");
        Result json = InProcess.sectile("diff", before, after, "--json");
        assertThat(json.out()).contains("\"change_ps\"", "\"before_ps\"");
        assertThat(InProcess.sectile("diff", before, before).out())
                .contains("the same")
                .doesNotContain("Phases");
    }

    @Test
    void mistakes() throws IOException {
        String run = run("one.json");
        assertThat(InProcess.sectile("diff", run).err()).contains("CLI-172", "BEFORE.json");
        assertThat(InProcess.sectile("diff", run, run, "--pass", "InlineFunctions")
                        .err())
                .contains("CLI-172");
        Path other = Files.writeString(directory.resolve("other.json"), "{}");
        assertThat(InProcess.sectile("diff", run, other.toString()).err()).contains("CLI-173", "latency_ps");
        Path text = Files.writeString(directory.resolve("text.json"), "hello");
        Result notJson = InProcess.sectile("diff", text.toString(), run);
        assertThat(notJson.exitCode()).isEqualTo(2);
        assertThat(notJson.err()).contains("BASE-150");
        assertThat(InProcess.sectile("diff", run, directory.resolve("none.json").toString())
                        .exitCode())
                .isEqualTo(2);
    }
}
