package sectile.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;

/// The expressions of `expressions.txt` have CPython's values in kernels, or are refused at their place where CPython
/// raises an exception. To add a case, add its line there.
class PythonExpressionsTest {
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

    @Test
    void valuesAreThoseOfPython() throws IOException {
        List<Case> values = cases().stream().filter(one -> !one.isError()).toList();
        StringBuilder text = new StringBuilder("import math\ndef kernel(p, n, tl):\n");
        values.forEach(
                one -> text.append("    print(repr(").append(one.expression).append("))\n"));
        List<String> printed = Texts.printed(text.toString());
        List<String> different = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (!printed.get(i).equals(values.get(i).result)) {
                different.add(values.get(i) + " was " + printed.get(i));
            }
        }
        assertThat(different).isEmpty();
        assertThat(values).hasSizeGreaterThan(350);
    }

    @Test
    void errorsAreDiagnosticsAtTheExpression() throws IOException {
        List<String> accepted = new ArrayList<>();
        for (Case one : cases()) {
            if (!one.isError()) {
                continue;
            }
            try {
                Texts.printed("import math\ndef kernel(p, n, tl):\n    print(" + one.expression + ")\n");
                accepted.add(one.toString());
            } catch (DiagnosticException e) {
                Diagnostic problem = e.diagnostics().getFirst();
                assertThat(problem.code()).as(one.toString()).startsWith("TL-");
                assertThat(problem.span().line()).as(one.toString()).isEqualTo(3);
            }
        }
        assertThat(accepted).isEmpty();
    }
}
