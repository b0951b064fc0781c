package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.cli.command.ExitCode;

/// Every way to get the words of a command line wrong has its own answer. To add one, copy two lines.
class CommandLineErrorsTest {
    /// @param carets the characters that the excerpt underlines
    record Case(String line, String code, String message, String carets, String hint) {}

    static List<Case> cases() {
        return List.of(
                new Case("smple", "CLI-101", "there is no verb `smple`", "smple", "did you mean `sample`?"),
                new Case(
                        "x",
                        "CLI-101",
                        "there is no verb `x`",
                        "x",
                        "one of: sample, classpath, test, format-java, install, completion, help, version"),
                new Case("sample mak x", "CLI-101", "no verb `sample mak`", "mak", "did you mean `make`?"),
                new Case("sample x", "CLI-101", "no verb `sample x`", "x", "one of: make"),
                new Case("help smple", "CLI-101", "there is no verb `smple`", "smple", "did you mean `sample`?"),
                new Case("--versoin", "CLI-102", "no option `--versoin`", "--versoin", "did you mean `--version`?"),
                new Case("version --x", "CLI-102", "`version` has no option `--x`", "--x", "it has no options"),
                new Case("sample make x --time", "CLI-102", "no option `--time`", "--time", "did you mean `--times`?"),
                new Case("sample make x --tims=3", "CLI-102", "`--tims`", "--tims=3", "did you mean `--times`?"),
                new Case("sample make x -s", "CLI-102", "no option `-s`", "-s", "one of: --json, --max-memory"),
                new Case("sample make x --seed", "CLI-103", "`--seed` needs a value", "", "--seed N: what all random"),
                new Case("sample make --seed --json x", "CLI-103", "`--seed` needs", "--json", "--seed N: what all"),
                new Case(
                        "sample make x --seed ten",
                        "CLI-104",
                        "`--seed` cannot be `ten`",
                        "ten",
                        "expected an integer"),
                new Case("sample make x --seed=1.5", "CLI-104", "cannot be `1.5`", "--seed=1.5", "expected an integer"),
                new Case("sample make x --times 0", "CLI-104", "cannot be `0`", "0", "expected an integer from 1"),
                new Case(
                        "sample make x --times 99999999999",
                        "CLI-104",
                        "cannot be",
                        "99999999999",
                        "expected an integer"),
                new Case(
                        "sample make x --op-log a.txt",
                        "CLI-104",
                        "cannot be `a.txt`",
                        "a.txt",
                        "expected a file name that ends in .csv"),
                new Case(
                        "sample make x --op-log .csv",
                        "CLI-104",
                        "cannot be `.csv`",
                        ".csv",
                        "expected a file name that"),
                new Case(
                        "sample make x --report a",
                        "CLI-104",
                        "cannot be `a`",
                        "a",
                        "expected a file name that ends in .html"),
                new Case(
                        "sample make x --picture a",
                        "CLI-104",
                        "cannot be `a`",
                        "a",
                        "expected a file name that ends in .svg"),
                new Case(
                        "sample make x --trace=",
                        "CLI-104",
                        "`--trace` cannot be ``",
                        "--trace=",
                        "expected a file name"),
                new Case(
                        "sample make x --json=yes",
                        "CLI-105",
                        "`--json` takes no value",
                        "--json=yes",
                        "write only `--json`"),
                new Case(
                        "sample make x --seed 1 --seed 2",
                        "CLI-106",
                        "`--seed` is given twice",
                        "2",
                        "keep one of them"),
                new Case("version now", "CLI-107", "cannot use the argument `now`", "now", "it takes none"),
                new Case("version -- --x", "CLI-107", "cannot use the argument `--x`", "--x", "it takes none"),
                new Case(
                        "sample make x y z",
                        "CLI-107",
                        "cannot use the argument `z`",
                        "z",
                        "it takes only NAME [NAME]"),
                new Case(
                        "sample make",
                        "CLI-108",
                        "`sample make` needs NAME [NAME]",
                        "",
                        "see `sectile help sample make`"),
                new Case("sample", "CLI-108", "`sample` alone is not a verb", "", "one of: sample make"),
                new Case("sample --json", "CLI-108", "`sample` alone is not a verb", "", "one of: sample make"),
                new Case(
                        "test", "CLI-112", "`test` works on a checkout", "test", "run `./sectile test` in a checkout"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gives(Case wrong) {
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> ExitCode.OK), wrong.line().split(" "));

        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains("error[" + wrong.code() + "]").contains(wrong.message());
        assertThat(result.err()).contains("= help: " + wrong.hint());
        assertThat(underlined(result.err())).isEqualTo(wrong.carets());
        if (!wrong.line().contains("--json")) {
            assertThat(result.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hasAnEntryInTheDocumentation(Case wrong) {
        assertThat(Checkout.read("docs/diagnostics/cli.md")).contains("| " + wrong.code() + " |");
    }

    private static String underlined(String err) {
        List<String> lines = err.lines().toList();
        for (int i = 1; i < lines.size(); i++) {
            int from = lines.get(i).indexOf('^');
            if (from >= 0) {
                String source = lines.get(i - 1);
                return source.substring(
                        Math.min(from, source.length()), Math.min(lines.get(i).length(), source.length()));
            }
        }
        return "";
    }
}
