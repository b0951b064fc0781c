package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `verify` finds nothing in any example, at any seed, in strong order.
class ExamplesVerifiedTest {
    /// How many seeds are tried; a campaign tries more.
    private static final int SEEDS = Integer.getInteger("sectile.examples.seeds", 1);

    private static final Pattern SEVERAL = Pattern.compile("several functions could be run: ([\\w, ]+)");

    /// What the text leaves open.
    private static final Map<String, List<String>> OPEN = Map.of(
            "down_projection.py", List.of("--set", "blocks=2"),
            "dynamic_valid.py", List.of("--set", "M=8"),
            "paged_attention.py", List.of("--set", "used=3", "--input", "table=zeros"),
            "scalar_ops.py", List.of("--set", "scale=2", "--input", "table=arange"));

    static List<String> examples() throws IOException {
        var files = new ArrayList<String>();
        for (String directory : List.of("examples", "examples/tutorial")) {
            try (Stream<Path> all = Files.list(Checkout.root().resolve(directory))) {
                all.map(Path::toString)
                        .filter(file -> file.endsWith(".py") && !file.endsWith("_wrong.py"))
                        .forEach(files::add);
            }
        }
        return files.stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void nothingIsFound(String file) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Matcher several = SEVERAL.matcher(verify(file, "", seed).err());
            for (String entry : several.find() ? several.group(1).split(", ", -1) : new String[] {""}) {
                Result done = verify(file, entry, seed);
                assertThat(done.exitCode())
                        .as(file + " " + entry + ", seed " + seed + ": " + done.err())
                        .isZero();
                assertThat(done.out()).contains("not found");
            }
        }
    }

    private static List<String> files(String directory, String end) throws IOException {
        try (Stream<Path> all = Files.list(Checkout.root().resolve(directory))) {
            return all.map(Path::toString)
                    .filter(file -> file.endsWith(end))
                    .sorted()
                    .toList();
        }
    }

    static List<String> kernels() throws IOException {
        return files("examples/kernels", ".py");
    }

    /// With the options of the command that its text shows.
    @ParameterizedTest
    @MethodSource("kernels")
    void nothingIsFoundInKernels(String file) throws IOException {
        Matcher shown = Pattern.compile("(?m)^sectile run (.+)$")
                .matcher(Files.readString(Path.of(file)).replaceAll("\\\\\\n *", ""));
        assertThat(shown.find()).isTrue();
        for (int seed = 0; seed < SEEDS; seed++) {
            var words = new ArrayList<>(List.of("verify"));
            for (String word : shown.group(1).split(" +", -1)) {
                words.add(word.startsWith("examples/") ? file : word);
            }
            words.addAll(List.of("--schedules", "2", "--seed", String.valueOf(seed)));
            Result done = InProcess.sectile(words.toArray(String[]::new));
            assertThat(done.exitCode()).as(words + ": " + done.err()).isZero();
            assertThat(done.out()).contains("not found");
        }
    }

    static List<String> algorithms() throws IOException {
        return files("examples/algorithms", ".xml");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void nothingIsFoundInAlgorithms(String file) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Result done = InProcess.sectile("verify", file, "--schedules", "3", "--seed", String.valueOf(seed));
            assertThat(done.exitCode()).as(file + ": " + done.err()).isZero();
        }
    }

    private static Result verify(String file, String entry, int seed) {
        var words = new ArrayList<>(
                List.of("verify", file, "--schedules", "3", "--max-time", "20", "--seed", String.valueOf(seed)));
        if (!entry.isEmpty()) {
            words.addAll(List.of("--entry", entry));
        }
        words.addAll(OPEN.getOrDefault(String.valueOf(Path.of(file).getFileName()), List.of()));
        return InProcess.sectile(words.toArray(String[]::new));
    }
}
