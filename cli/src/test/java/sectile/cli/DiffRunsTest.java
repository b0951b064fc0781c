package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                .contains("Critical path by resource", "Work of engines", "Launches");
        Result json = InProcess.sectile("diff", before, after, "--json");
        assertThat(json.out()).contains("\"change_ps\"", "\"before_ps\"");
        assertThat(InProcess.sectile("diff", before, before).out())
                .contains("the same")
                .doesNotContain("Launches");
    }

    @Test
    void operationsAreAlignedByPhaseLineAndEngine() throws IOException {
        Path kernel = Files.writeString(directory.resolve("k.py"), """
                def kernel(tl, x):
                    tl.mark("in")
                    v = tl.load(x, (4096,), "f32")
                    tl.mark("out")
                    tl.store(x, tl.exp(v))
                """);
        String before = operations(kernel, "before.csv");
        String after = operations(kernel, "after.csv", "--set", "pe.components.pe_math.attrs.clock_ghz=0.1");
        Result result = InProcess.sectile("diff", before, after);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .startsWith("before.csv → after.csv\nlast operation ends after ")
                .contains("Work in phases", "Work by source line", "Work of engines")
                .containsPattern("out +[^ ]+ .s +[^ ]+ .s +\\+")
                .containsPattern("k\\.py:5 +[^ ]+ .s +[^ ]+ .s +\\+")
                .containsPattern("sip0\\.cube0\\.pe0\\.math +[^ ]+ .s +[^ ]+ .s +\\+")
                .doesNotContain("k.py:3");
        assertThat(InProcess.sectile("diff", before, before).out())
                .contains("the same")
                .doesNotContain("Work");
        // What both runs printed with `--json` has the same sums by line.
        String lines = result.out().substring(result.out().indexOf("Work by source line"));
        assertThat(InProcess.sectile(
                                "diff",
                                directory.resolve("before.json").toString(),
                                directory.resolve("after.json").toString())
                        .out())
                .contains(lines.substring(0, lines.indexOf("\n\n")));
        assertThat(InProcess.sectile("diff", before, run("one.json")).err()).contains("CLI-173", "two kinds");
        Path other = Files.writeString(directory.resolve("other.csv"), "a,b\n1,2\n");
        assertThat(InProcess.sectile("diff", before, other.toString()).err())
                .contains("CLI-173", "no column `end (ps)`");
        String text = Files.readString(Path.of(before));
        Path broken = Files.writeString(directory.resolve("broken.csv"), text + "1,2,3\n");
        assertThat(InProcess.sectile("diff", before, broken.toString()).err())
                .contains("CLI-173", "the line has 3 cells");
    }

    private String operations(Path kernel, String name, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "run",
                kernel.toString(),
                "--kernel-args",
                "x=ones:4096:f32",
                "--pes",
                "0",
                "--json",
                "--op-log=" + directory.resolve(name)));
        words.addAll(List.of(more));
        Result result = InProcess.sectile(words.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        Files.writeString(directory.resolve(name.replace(".csv", ".json")), result.out());
        return directory.resolve(name).toString();
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
