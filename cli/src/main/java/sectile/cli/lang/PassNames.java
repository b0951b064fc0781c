package sectile.cli.lang;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.problem.CliCode;
import sectile.compiler.Pipelines;
import sectile.compiler.pass.Pass;

/// Passes by name.
final class PassNames {
    private PassNames() {}

    static Pass find(String name, Span span) {
        List<String> names =
                Pipelines.named(Pipelines.FULL).stream().map(Pass::name).toList();
        return Pipelines.pass(name)
                .orElseThrow(() -> new DiagnosticException(
                        Diagnostic.error(CliCode.UNKNOWN_PASS, span, "there is no pass `" + name + "`")
                                .hint(Nearest.hint(name, names))));
    }
}
