package sectile.ir.verify;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;

/// The problems of a program, so collected that one mistake gives one message.
///
/// A finding may name its cause, the node that has to change: a parameter that lacks `pl.Out`, a function of the wrong
/// kind. The first finding of a code with a cause is reported, later ones repeat it. And what a wrong expression is
/// assigned to is [#spoil]ed: what is only wrong because of it is not reported.
final class Findings {
    private final Diagnostics diagnostics;
    private final Map<DiagnosticCode, Set<Object>> causes = new HashMap<>();
    private final Set<Var> spoiled = new HashSet<>();

    Findings(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /// A finding that is its own cause.
    void error(DiagnosticCode code, Span span, String message) {
        diagnostics.error(code, span, message);
    }

    void error(DiagnosticCode code, Span span, String message, String hint) {
        diagnostics.error(code, span, message, hint);
    }

    void warning(DiagnosticCode code, Span span, String message, String hint) {
        diagnostics.warning(code, span, message, hint);
    }

    void add(Diagnostic diagnostic) {
        diagnostics.add(diagnostic);
    }

    /// Whether this is the first finding of that code with that cause, and so to be reported.
    boolean isFirst(DiagnosticCode code, Object cause) {
        return causes.computeIfAbsent(code, c -> Collections.newSetFromMap(new IdentityHashMap<>()))
                .add(cause);
    }

    /// The variable holds the result of something that was reported.
    void spoil(Var variable) {
        spoiled.add(variable);
    }

    /// Whether the expression uses what is spoiled.
    boolean isSpoiled(Expr expr) {
        boolean[] found = {false};
        Walk.each(expr, e -> found[0] |= e instanceof Var variable && spoiled.contains(variable));
        return found[0];
    }
}
