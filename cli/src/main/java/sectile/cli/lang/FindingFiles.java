package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.io.AtomicFiles;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.cli.command.Values;
import sectile.cli.options.OutputFiles;
import sectile.report.html.HtmlReport;
import sectile.report.sarif.Sarif;

/// Files that `verify` writes of its findings: `--sarif` and `--report`.
final class FindingFiles {
    /// These options, which only say where an answer goes.
    static final List<String> NAMES = List.of("--counterexample", "--sarif", "--report");

    @Parameter(
            names = "--sarif",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write the findings as SARIF 2.1.0, for editors and code hosts")
    private @Nullable Path sarif;

    @Parameter(
            names = "--report",
            placeholder = "FILE.html",
            converter = Values.File.class,
            description = "write a page with the findings and a run that shows each, a lane for every actor")
    private @Nullable Path report;

    OutputFiles outputs(OutputFiles files) {
        return files.output("--sarif", Optional.ofNullable(sarif)).output("--report", Optional.ofNullable(report));
    }

    /// @param summary the verdicts in words
    /// @param last the verification that has the findings
    void write(String title, String summary, Verification last, Supplier<Verifier> verifier) throws IOException {
        Path results = sarif;
        if (results != null) {
            AtomicFiles.write(results, Sarif.text(results(last, verifier.get())));
        }
        Path page = report;
        if (page != null) {
            HtmlReport.write(CounterexampleReport.page(title, summary, last, verifier.get()), page);
        }
    }

    /// The findings with the steps of the run that shows each.
    private static List<Sarif.Result> results(Verification last, Verifier verifier) {
        return last.findings().stream()
                .map(finding -> new Sarif.Result(
                        finding.diagnostic(),
                        verifier.replay(finding.choices()).events().stream()
                                .map(event ->
                                        new Sarif.Step(event.actor().toString(), event.span(), EventText.what(event)))
                                .toList()))
                .toList();
    }
}
