package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

/// The expressions of `expressions.txt` have CPython's values as constants of tile programs, or are refused at their
/// place where CPython raises an exception. To add a case, add its line there.
class PythonExpressionsTest {
    private static final String PROGRAM = """
            import math
            import pypto.language as pl

            CONSTANTS
            @pl.program
            class P:
                @pl.function()
                def f(self, a: pl.Tensor[[16, 64], pl.FP32]):
            BODY
                    return a
            """;

    private record Case(String expression, String result) {
        boolean isError() {
            return result.startsWith("!");
        }
    }

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("..", "python", "src", "test", "resources", "expressions.txt"))) {
            if (!line.isEmpty() && !line.startsWith("# ")) {
                int arrow = line.lastIndexOf(" => ");
                cases.add(new Case(line.substring(0, arrow), line.substring(arrow + 4)));
            }
        }
        return cases;
    }

    private static List<Diagnostic> diagnostics(String constants, String body) {
        var diagnostics = new Diagnostics();
        String text = PROGRAM.replace("CONSTANTS\n", constants).replace("BODY", body.stripTrailing());
        FrontEnd.parse(new SourceFile("a.py", text), Specialisation.NONE, diagnostics);
        return diagnostics.all();
    }

    /// What `pl.static_print` shows.
    private static List<String> notes(String constants, String body) {
        return diagnostics(constants, body).stream().map(Diagnostic::message).toList();
    }

    @Test
    void valuesInKernelsAreThoseOfPython() throws IOException {
        List<Case> values = cases().stream().filter(one -> !one.isError()).toList();
        var body = new StringBuilder();
        values.forEach(one -> body.append("        pl.static_print(repr(")
                .append(one.expression)
                .append("))\n"));
        assertThat(different(values, notes("", body.toString()))).isEmpty();
        assertThat(values).hasSizeGreaterThan(350);
    }

    @Test
    void constantsOfTheModuleAreThoseOfPython() throws IOException {
        List<Case> values = cases().stream().filter(one -> !one.isError()).toList();
        var constants = new StringBuilder();
        var body = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            constants
                    .append("C")
                    .append(i)
                    .append(" = ")
                    .append(values.get(i).expression)
                    .append("\n");
            body.append("        pl.static_print(f\"{C").append(i).append("!r}\")\n");
        }
        assertThat(different(values, notes(constants.toString(), body.toString())))
                .isEmpty();
    }

    private static List<String> different(List<Case> values, List<String> shown) {
        assertThat(shown).hasSameSizeAs(values);
        List<String> different = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (!shown.get(i).equals(values.get(i).result)) {
                different.add(values.get(i) + " was " + shown.get(i));
            }
        }
        return different;
    }

    @Test
    void errorsAreDiagnosticsAtTheExpression() throws IOException {
        for (Case one : cases()) {
            if (one.isError()) {
                assertThat(diagnostics("", "        pl.static_print(" + one.expression + ")\n"))
                        .as(one.toString())
                        .singleElement()
                        .satisfies(problem -> {
                            assertThat(problem.code()).matches("LANG-(2..|301)");
                            assertThat(problem.span().line()).isEqualTo(8);
                        });
            }
        }
    }
}
