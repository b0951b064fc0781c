package sectile.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;

/// Every text in `wrong.txt` says, at the offending line, which error it is and where: `# error[TL-110] col 9:
/// part of the message`. Texts whose title begins with `run:` load and then fail. To add a case, copy one and
/// change it.
class WrongTextsTest {
    private static final Pattern EXPECTATION =
            Pattern.compile("# error\\[([A-Z]+-\\d+)\\] col (\\d+): (.*?)(?=  # error|$)");

    record Wrong(String title, String text) {
        @Override
        public String toString() {
            return title;
        }
    }

    private record Expected(String code, int line, int column, String text) {}

    static Stream<Wrong> texts() throws IOException {
        List<Wrong> texts = new ArrayList<>();
        for (String part : Files.readString(Path.of("src", "test", "resources", "wrong.txt"))
                .split("(?m)^=== ", -1)) {
            if (!part.isBlank()) {
                int end = part.indexOf('\n');
                texts.add(new Wrong(part.substring(0, end), part.substring(end + 1)));
            }
        }
        return texts.stream();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void isRejectedAsItSays(Wrong wrong) {
        List<Expected> expected = expectations(wrong.text);
        assertThat(expected).isNotEmpty();
        List<Diagnostic> errors = diagnostics(wrong);
        assertThat(errors)
                .extracting(problem -> problem.code() + " " + problem.span().line() + ":"
                        + problem.span().column())
                .as(() -> errors.toString())
                .containsExactlyInAnyOrderElementsOf(expected.stream()
                        .map(entry -> entry.code + " " + entry.line + ":" + entry.column)
                        .toList());
        if (wrong.title.startsWith("run:")) {
            // What the note calls the kernel's line is where the error is.
            assertThat(errors)
                    .allSatisfy(problem -> assertThat(problem.notes())
                            .anyMatch(note -> note.message()
                                    .contains(" at test.py:" + problem.span().line() + ",")));
        }
        for (Expected entry : expected) {
            assertThat(errors).anyMatch(problem -> problem.message().contains(entry.text));
        }
    }

    private static List<Diagnostic> diagnostics(Wrong wrong) {
        boolean runs = wrong.title.startsWith("run:");
        try {
            Texts.load(wrong.text);
        } catch (DiagnosticException e) {
            assertThat(runs).as("it should load: " + e).isFalse();
            return e.diagnostics();
        }
        assertThat(runs).as("it should not load").isTrue();
        try {
            Texts.printed(wrong.text);
        } catch (DiagnosticException e) {
            return e.diagnostics();
        }
        return List.of();
    }

    private static List<Expected> expectations(String text) {
        List<Expected> expected = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = EXPECTATION.matcher(lines.get(i));
            while (matcher.find()) {
                expected.add(
                        new Expected(matcher.group(1), i + 1, Integer.parseInt(matcher.group(2)), matcher.group(3)));
            }
        }
        return expected;
    }

    @Test
    void thereAreEnough() throws IOException {
        assertThat(texts()).hasSizeGreaterThanOrEqualTo(100);
    }

    @Test
    void suggestsTheNearest() {
        assertThat(hint("def kernel(p, n, tl):\n    tl.lod(p, (4,))\n")).isEqualTo("did you mean `load`?");
        assertThat(hint("def kernel(p, num, tl):\n    nun\n")).isEqualTo("did you mean `num`?");
        assertThat(hint("def kernel(p, n, tl):\n    tl.load(p, (4,), dtyp='f16')\n"))
                .isEqualTo("did you mean `dtype`?");
    }

    private static String hint(String text) {
        return diagnostics(new Wrong("", text)).getFirst().hint();
    }

    @Test
    void findsTheKernel() {
        assertThat(Texts.load("def other(tl):\n    pass\n").kernel().name()).isEqualTo("other");
        assertThat(Texts.load("def a(tl):\n    b(tl)\ndef b(tl):\n    pass\n")
                        .kernel()
                        .name())
                .isEqualTo("a");
        assertThat(diagnostics(new Wrong("", "def a(tl):\n    pass\ndef b(tl):\n    pass\n")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo("TL-116");
                    assertThat(problem.message()).contains("has several kernels: a, b");
                });
        assertThat(diagnostics(new Wrong("", "x = 1\n")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("TL-116"));
    }
}
