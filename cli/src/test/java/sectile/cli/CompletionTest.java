package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sectile completion`: what bash itself completes with the script.
class CompletionTest {
    @TempDir
    Path directory;

    @BeforeEach
    void writeScript() throws IOException {
        Files.writeString(
                directory.resolve("script"),
                InProcess.sectile("completion", "bash").out());
        Files.writeString(directory.resolve("mine.py"), "");
        Files.writeString(directory.resolve("machine.yaml"), "");
    }

    @Test
    void completesVerbs() throws Exception {
        assertThat(complete("ver")).containsExactlyInAnyOrder("verify", "version");
        assertThat(complete("topology", "s")).contains("show");
        assertThat(complete("run", "all")).contains("allreduce", "allgather", "alltoall");
    }

    @Test
    void completesOptionsOfTheVerb() throws Exception {
        assertThat(complete("run", "gemm", "--")).contains("--m", "--topology", "--help");
        assertThat(complete("ops", "--")).contains("--json").doesNotContain("--topology");
    }

    @Test
    void aFileHasTheOptionsOfKernelsAndPrograms() throws Exception {
        assertThat(complete("run", "mine.py", "--")).contains("--kernel-args", "--placement", "--trace");
    }

    @Test
    void completesValues() throws Exception {
        assertThat(complete("run", "allreduce", "--op", "")).containsExactlyInAnyOrder("sum", "max", "min", "prod");
        assertThat(complete("run", "gemm", "--topology", "")).contains("flat", "torus", "machine.yaml");
        assertThat(complete("run", "gemm", "--topology", "=", "fl")).containsExactly("flat");
        assertThat(complete("exec", "mine.py", "--on", "")).contains("host", "machine");
        assertThat(complete("compile", "mine.py", "--target", "")).contains("npu-gm");
        assertThat(complete("run", "gemm", "--m", "")).isEmpty();
    }

    @Test
    void completesFiles() throws Exception {
        assertThat(complete("exec", "m")).containsExactlyInAnyOrder("mine.py", "machine.yaml");
    }

    @Test
    void everyVerbAndOptionIsInEveryScript() {
        for (String shell : List.of("bash", "zsh", "fish")) {
            Result result = InProcess.sectile("completion", shell);
            assertThat(result.exitCode()).isZero();
            assertThat(result.out()).contains("allreduce", "verify", "topology", "max-memory", "npu-gm");
        }
    }

    @Test
    void anUnknownShellIsNamedWithTheNearest() {
        Result result = InProcess.sectile("completion", "bish");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-160", "`bish`", "bash");
    }

    /// What bash offers for the last of these words.
    private List<String> complete(String... words) throws Exception {
        String program = """
            source ./script
            COMP_WORDS=(sectile "$@")
            COMP_CWORD=$#
            _sectile
            printf '%s\\n' "${COMPREPLY[@]}"
            """;
        List<String> command = new ArrayList<>(List.of("bash", "--norc", "-c", program, "bash"));
        command.addAll(Arrays.asList(words));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out.lines().filter(line -> !line.isEmpty()).toList();
    }
}
