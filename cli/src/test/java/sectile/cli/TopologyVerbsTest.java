package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.json.Json;

class TopologyVerbsTest {
    @TempDir
    Path temp;

    @Test
    void showsTheDefaultMachine() {
        Result result = InProcess.sectile("topology", "show");
        assertThat(result).isEqualTo(InProcess.sectile("topology", "show", "default"));
        assertThat(result).isEqualTo(InProcess.sectile("topology", "show", "--topology", "default"));
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("2 SIPs", "16 cubes", "8 PEs", "256");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "small", "flat", "torus", "large"})
    void showsEveryPresetAsJson(String preset) {
        Result result = InProcess.sectile("topology", "show", preset, "--json");
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        var problems = new Diagnostics();
        assertThat(Json.parse(new SourceFile("out", result.out()), problems)).isPresent();
        assertThat(result.out()).contains("\"ok\": true", "\"name\": \"" + preset + "\"", "\"ucie\"", "\"pe_gemm\"");
    }

    @Test
    void settingsChangeTheMachine() {
        Result result = InProcess.sectile("topology", "show", "small", "--set", "system.sips.count=4", "--json");
        assertThat(result.out()).contains("\"sips\": 4");
    }

    /// A ring of eight SIPs that becomes a line: a broadcast has one of two links left.
    @Test
    void showsRatesBeforeAndAfterLinksFail() {
        String failing = "system.links.failed=[{ between: [2, 3], at_ns: 1000 }]";
        Result result = InProcess.sectile("topology", "show", "flat", "--set", failing);
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .containsSubsequence(
                        "8 ranks, before links fail during a run",
                        "broadcast       200 GB/s",
                        "8 ranks, after links have failed",
                        "broadcast       100 GB/s     the link around");
        assertThat(InProcess.sectile("topology", "show", "flat", "--json", "--set", failing)
                        .out())
                .containsSubsequence(
                        "\"best_gbs\"", "\"broadcast\": 200", "\"best_gbs_after_failures\"", "\"broadcast\": 100");
        assertThat(InProcess.sectile("topology", "show", "flat").out()).doesNotContain("fail");
    }

    @Test
    void machineNamedTwice() {
        Result result = InProcess.sectile("topology", "show", "small", "--topology", "flat");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-109", "the machine is named twice", "first here");
    }

    @Test
    void validatesAFile() throws IOException {
        Path file = Files.writeString(temp.resolve("m.yaml"), "extends: small\nsystem:\n  sips: { count: 3 }\n");
        Result result = InProcess.sectile("topology", "validate", file.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isEqualTo(file + ": valid, 3 SIPs × 4 cubes × 2 PEs = 24 PEs\n");
        assertThat(InProcess.sectile("topology", "validate", file.toString(), "--json")
                        .out())
                .contains("\"ok\": true", "\"pes\": 24");
    }

    @Test
    void reportsEveryProblemOfAFile() throws IOException {
        Path file = Files.writeString(
                temp.resolve("m.yaml"), "extends: small\nsystem:\n  sips: { cuont: 3 }\ncube_mash: 1\n");
        Result result = InProcess.sectile("topology", "validate", file.toString(), "--json");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(file + ":3:", "did you mean `count`?", file + ":4:");
        assertThat(result.out()).contains("\"ok\": false", "\"line\": 3", "\"line\": 4");
    }

    @Test
    void reportsAMachineThatIsNotThere() {
        Result result = InProcess.sectile("topology", "show", "smal");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("no file and no preset named `smal`", "did you mean `small`?");
    }

    @Test
    void drawsToStandardOutputOrAFile() throws IOException {
        Result printed = InProcess.sectile("topology", "draw", "small");
        assertThat(printed.exitCode()).isZero();
        assertThat(printed.out()).startsWith("<").contains("<svg", "</svg>");

        Path file = temp.resolve("small.svg");
        Result written = InProcess.sectile("topology", "draw", "small", "--output", file.toString());
        assertThat(written.exitCode()).isZero();
        assertThat(written.out()).isEmpty();
        assertThat(written.err()).isEqualTo("wrote " + file + "\n");
        assertThat(Files.readString(file)).isEqualTo(printed.out());
    }

    @Test
    void aDrawingThatCannotBeWrittenIsAUserError() {
        Path file = temp.resolve("no/such/directory/x.svg");
        Result result = InProcess.sectile("topology", "draw", "--output", file.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(file.toString());
    }

    @Test
    void aMachineAsAFileToStartFrom(@TempDir Path directory) throws IOException {
        for (String preset : List.of("default", "small", "flat", "torus", "large")) {
            Result yaml = InProcess.sectile("topology", "show", preset, "--yaml");
            assertThat(yaml.exitCode()).as(yaml.err()).isZero();
            Path file = Files.writeString(directory.resolve(preset + ".yaml"), yaml.out());
            assertThat(InProcess.sectile("topology", "show", file.toString())
                            .out()
                            .lines()
                            .skip(1)
                            .toList())
                    .as("%s reads back as the same machine", preset)
                    .isEqualTo(InProcess.sectile("topology", "show", preset)
                            .out()
                            .lines()
                            .skip(1)
                            .toList());
        }
        assertThat(InProcess.sectile("topology", "show", "small", "--yaml", "--set", "system.sips.count=3")
                        .out())
                .contains("count: 3");
        assertThat(InProcess.sectile("topology", "show", "--yaml", "--json").err())
                .contains("CLI-162");
    }
}
