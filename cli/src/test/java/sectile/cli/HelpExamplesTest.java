package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.cli.command.Command;
import sectile.cli.command.Example;

/// What `sectile help VERB` shows as examples works.
final class HelpExamplesTest {
    /// The launcher's own; its tests run them.
    private static final Set<String> LAUNCHER = Set.of("classpath", "test", "format-java", "install");

    /// Takes a gigabyte; `scripts/bench SimulatorBench large` runs the like of it.
    private static final String LARGE = "--topology large";

    @TempDir
    Path directory;

    static Stream<String> examples() {
        return Verbs.standard().listed().stream()
                .filter(command -> !LAUNCHER.contains(command.name()))
                .map(Command::examples)
                .flatMap(List::stream)
                .map(Example::words)
                .filter(words -> !words.contains(LARGE));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void works(String example) throws IOException {
        Files.writeString(directory.resolve("my.yaml"), "extends: small\n");
        Files.writeString(directory.resolve("ccl.yaml"), "defaults: { n_slots: 8 }\n");
        Files.copy(Checkout.root().resolve("examples/softmax.py"), directory.resolve("kernel.py"));
        String[] words = Arrays.stream(example.replaceFirst(" > .*", "").split(" ", -1))
                .map(this::placed)
                .toArray(String[]::new);

        Result result = InProcess.sectile(words);

        assertThat(result.err()).doesNotContain("error[");
        // The doctor says by 3 that something it was asked for is missing on this machine.
        assertThat(result.exitCode()).as(result.err()).isIn(words[0].equals("doctor") ? List.of(0, 3) : List.of(0));
    }

    /// The example's files: those of the checkout where they are, all others in the temporary directory.
    private String placed(String word) {
        if (word.startsWith("examples/")) {
            return Checkout.root().resolve(word).toString();
        }
        return word.matches("build|[a-z]+\\.(html|pftrace|py|svg|yaml|xml)")
                ? directory.resolve(word).toString()
                : word;
    }
}
