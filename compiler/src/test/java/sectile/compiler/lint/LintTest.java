package sectile.compiler.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.compiler.Checkout;
import sectile.ir.text.FrontEnd;

/// In the programs of `sectile verify` and in those beside this test, a comment `# warns CODE` is at every line that a
/// warning must name; no other line may get one. No example gets any.
class LintTest {
    private static final Pattern EXPECTED = Pattern.compile("# warns (COMP-\\d+)");

    static List<Path> programs() throws IOException {
        var all = new ArrayList<Path>();
        for (String directory : List.of(
                "check/src/test/resources/corpus",
                "compiler/src/test/resources/lint",
                "examples",
                "examples/tutorial")) {
            try (Stream<Path> files = Files.list(Checkout.root().resolve(directory))) {
                files.filter(file -> file.toString().endsWith(".py")).sorted().forEach(all::add);
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("programs")
    void warningsAreWhereTheyAreExpected(Path file) throws IOException {
        String text = Files.readString(file);
        Set<String> expected = new TreeSet<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            var matcher = EXPECTED.matcher(lines.get(i));
            while (matcher.find()) {
                expected.add(i + 1 + " " + matcher.group(1));
            }
        }
        var problems = new Diagnostics();
        Lint.check(FrontEnd.parse(new SourceFile(file.toString(), text)), problems);
        Set<String> actual = new TreeSet<>();
        problems.all().forEach(problem -> actual.add(problem.span().line() + " " + problem.code()));
        assertThat(actual).as("%s", problems.all()).isEqualTo(expected);
        if (file.toString().endsWith(".fixed.py") || file.toString().contains("examples")) {
            assertThat(expected).isEmpty();
        }
    }
}
