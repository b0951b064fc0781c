package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs that put and get, wait for completion, fence, and signal with a put leave the same bytes on the
/// interpreter, on the simulated machine and as native code. `CorpusTest` in `check` shows that the mistakes in their
/// broken twins are found.
class OneSidedTest {
    private static final Pattern RANKS = Pattern.compile("# ranks: (\\d+)");

    static List<Path> programs() throws IOException {
        Path corpus = Checkout.root().resolve("check/src/test/resources/corpus");
        try (Stream<Path> files = Files.list(corpus)) {
            return files.filter(file -> file.toString().endsWith(".fixed.py"))
                    .filter(file -> uses(file, "pld.tensor.put(") || uses(file, "pld.tensor.get("))
                    .sorted()
                    .toList();
        }
    }

    private static boolean uses(Path file, String op) {
        return Checkout.read(Checkout.root().relativize(file).toString()).contains(op);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void allExecutorsAgree(Path file) throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "no C compiler: scripts/install-packages");
        var ranks = RANKS.matcher(Files.readString(file));
        assertThat(ranks.find()).isTrue();
        String expected = "";
        for (String executor : List.of("interpreter", "machine", "host")) {
            Result result = InProcess.sectile(
                    "exec", file.toString(), "--ranks", ranks.group(1), "--input", "data=arange", "--on", executor);
            assertThat(result.exitCode()).as(result.err()).isZero();
            String values = result.out().lines().skip(1).toList().toString();
            assertThat(values).contains("out: i32[");
            expected = expected.isEmpty() ? values : expected;
            assertThat(values).as(executor).isEqualTo(expected);
        }
    }
}
