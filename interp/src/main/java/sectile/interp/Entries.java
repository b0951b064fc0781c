package sectile.interp;

import java.util.List;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.interp.problem.ExecCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.symbol.FunctionKind;

/// Which function of a program is run.
public final class Entries {
    private Entries() {}

    /// The function of that name.
    ///
    /// @throws DiagnosticException when there is none
    public static Function find(Program program, String name) {
        return program.find(name)
                .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                                ExecCode.NO_ENTRY,
                                program.origin().span(),
                                "the program has no function `" + name + "`")
                        .hint(Nearest.hint(
                                name,
                                program.functions().stream().map(Function::name).toList()))));
    }

    /// The functions that no other calls, except those that are only put in place.
    public static List<Function> all(Program program) {
        Set<String> called = Callees.of(program);
        return program.functions().stream()
                .filter(f -> !called.contains(f.name()) && f.kind() != FunctionKind.INLINE)
                .toList();
    }

    /// The function that no other calls: the host's if there is one, else the orchestrator's.
    ///
    /// @throws DiagnosticException when that is not exactly one
    public static Function choose(Program program) {
        List<Function> open = all(program);
        List<Function> hosts = open.stream().filter(Function::isHost).toList();
        List<Function> orchestrators = open.stream()
                .filter(f -> f.kind() == FunctionKind.ORCHESTRATION)
                .toList();
        for (List<Function> candidates : List.of(hosts, orchestrators, open)) {
            if (candidates.size() == 1) {
                return candidates.getFirst();
            }
            if (candidates.size() > 1) {
                throw new DiagnosticException(Diagnostic.error(
                                ExecCode.NO_ENTRY,
                                candidates.getFirst().origin().span(),
                                "several functions could be run: "
                                        + String.join(
                                                ", ",
                                                candidates.stream()
                                                        .map(Function::name)
                                                        .toList()))
                        .hint("name the one to run, as in `--entry "
                                + candidates.getFirst().name() + "`"));
            }
        }
        throw new DiagnosticException(
                Diagnostic.error(ExecCode.NO_ENTRY, Span.none(), "the program has no function to run"));
    }
}
