package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.io.AtomicFiles;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.options.JsonOption;
import sectile.cli.options.OutputFiles;
import sectile.report.html.HtmlReport;
import sectile.report.sarif.Sarif;

/// How `verify` answers: `--json`, and the files that it writes of its findings.
final class FindingFiles {
    /// These options, which only say where an answer goes.
    static final List<String> NAMES = List.of("--counterexample", "--sarif", "--report");

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--counterexample",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write the order that shows the first finding, for `sectile replay`")
    private @Nullable Path counterexample;

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

    /// Begins to answer; gives the files that are written.
    OutputFiles begin(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        return new OutputFiles(call)
                .output("--counterexample", Optional.ofNullable(counterexample))
                .output("--sarif", Optional.ofNullable(sarif))
                .output("--report", Optional.ofNullable(report));
    }

    /// Writes the files and prints the verdicts.
    ///
    /// @param verifier of a number of ranks
    ExitCode answer(Invocation call, Verified verified, IntFunction<Verifier> verifier) throws IOException {
        Verification last = verified.last();
        Path target = counterexample;
        if (target != null && verified.counterexample().isPresent()) {
            AtomicFiles.write(target, verified.counterexample().get().text());
        }
        Path results = sarif;
        if (results != null) {
            var all = new ArrayList<>(results(last, verifier.apply(last.ranks())));
            verified.remarks().forEach(remark -> all.add(Sarif.Result.of(remark)));
            AtomicFiles.write(results, Sarif.text(all));
        }
        Path page = report;
        if (page != null) {
            HtmlReport.write(CounterexampleReport.page(verified, verifier.apply(last.ranks())), page);
        }
        if (json.wanted()) {
            call.console().document(writer -> VerificationText.write(writer, verified));
        } else {
            var shown = new ArrayList<Diagnostic>();
            verified.findings().forEach(finding -> shown.add(finding.diagnostic()));
            shown.addAll(verified.remarks());
            call.console().show(shown);
            call.console().print(verified.summary());
        }
        return verified.findings().isEmpty() ? ExitCode.OK : ExitCode.WRONG;
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
