package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostic;
import sectile.check.Finding;
import sectile.check.Verdict;
import sectile.cli.lang.Verified;

/// Broken kernels and their fixed twins. A comment `# finds CODE` is at every line that a finding of that code must
/// name;
/// no other line may be the place of a finding.
class KernelCorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/tl-corpus");
    private static final Pattern EXPECTED = Pattern.compile("# finds (\\S+)");
    private static final Pattern OPTIONS = Pattern.compile("(?m)^# verify: (.+)$");

    static List<String> kernels() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> expected(String text) {
        var expected = new TreeSet<String>();
        int line = 0;
        for (String content : text.lines().toList()) {
            line++;
            Matcher matcher = EXPECTED.matcher(content);
            if (matcher.find()) {
                expected.add(line + " " + matcher.group(1));
            }
        }
        return expected;
    }

    private static Set<String> actual(List<Finding> findings) {
        var actual = new TreeSet<String>();
        for (Finding finding : findings) {
            Diagnostic diagnostic = finding.diagnostic();
            actual.add(diagnostic.span().line() + " " + diagnostic.code());
            switch (finding.kind()) {
                case RACE -> actual.add(diagnostic.notes().getFirst().span().line() + " " + diagnostic.code());
                case STUCK ->
                    diagnostic.notes().stream()
                            .filter(note -> !note.span().isNone())
                            .forEach(note -> actual.add(note.span().line() + " " + diagnostic.code()));
                case FAILURE, RESULT -> {}
            }
        }
        return actual;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyKernelGetsItsVerdict(String name) throws IOException {
        Path file = CORPUS.resolve(name);
        String text = Files.readString(file);
        Matcher options = OPTIONS.matcher(text);
        assertThat(options.find()).isTrue();
        var words = new ArrayList<>(List.of("verify", file.toString()));
        words.addAll(List.of(options.group(1).split(" ", -1)));
        Verified done = VerifyCall.run(words);
        if (name.endsWith(".fixed.py")) {
            assertThat(expected(text)).isEmpty();
            assertThat(done.last().verdict()).as("%s", done.findings()).isEqualTo(Verdict.PROVED);
        } else {
            assertThat(actual(done.findings())).as("%s", done.findings()).isEqualTo(expected(text));
            assertThat(done.findings()).allMatch(finding -> finding.choices().size() <= 20);
        }
    }

    @Test
    void everyBrokenKernelHasAFixedTwin() throws IOException {
        List<String> names = kernels();
        assertThat(names).hasSizeGreaterThanOrEqualTo(16);
        for (String name : names) {
            assertThat(names)
                    .contains(name.replace(".broken.py", ".fixed.py"), name.replace(".fixed.py", ".broken.py"));
        }
    }
}
