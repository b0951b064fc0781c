package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every way to get the words of a command line wrong has its own answer. To add one, copy two lines.
class CommandLineErrorsTest {
    /// @param carets the words that the excerpt underlines
    record Case(String line, String code, String message, String carets, String hint) {}

    static List<Case> cases() {
        return List.of(
                new Case("docter", "CLI-101", "there is no verb `docter`", "docter", "did you mean `doctor`?"),
                new Case("x", "CLI-101", "there is no verb `x`", "x", "one of: "),
                new Case("help docter", "CLI-101", "there is no verb `docter`", "docter", "did you mean `doctor`?"),
                new Case("--versoin", "CLI-102", "no option `--versoin`", "--versoin", "did you mean `--version`?"),
                new Case("version --x", "CLI-102", "`version` has no option `--x`", "--x", "it has no options"),
                new Case("version now", "CLI-107", "cannot use the argument `now`", "now", "it takes none"),
                new Case("version -- --x", "CLI-107", "cannot use the argument `--x`", "--x", "it takes none"),
                new Case("doctor gccc", "CLI-113", "`gccc` is no tool", "gccc", "did you mean `gcc`?"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gives(Case wrong) {
        Result result = InProcess.sectile(wrong.line().split(" "));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("error[" + wrong.code() + "]").contains(wrong.message());
        assertThat(result.err()).contains("= help: " + wrong.hint());
        assertThat(underlined(result.err())).isEqualTo(wrong.carets());
    }

    private static String underlined(String err) {
        List<String> lines = err.lines().toList();
        for (int i = 1; i < lines.size(); i++) {
            int from = lines.get(i).indexOf('^');
            if (from >= 0) {
                return lines.get(i - 1).substring(from, lines.get(i).length());
            }
        }
        return "";
    }
}
