package sectile.ir.verify;

import java.util.HashSet;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.rewrite.FreeVariables;

/// Definite assignment: a variable has a value on every path to a use.
final class DefinedBeforeUse {
    private DefinedBeforeUse() {}

    static void check(Function function, Findings findings) {
        Set<Var> reported = new HashSet<>();
        FreeVariables.eachUnassigned(function, (variable, expr, statement) -> {
            if (reported.add(variable)) {
                Span place = expr.equals(variable) || expr.span().isNone() ? statement.span() : expr.span();
                findings.error(
                        LanguageCode.MAY_BE_UNASSIGNED,
                        place,
                        "`" + variable.name() + "` may be used before it has a value",
                        "assign it on every path; the loop body may never execute");
            }
        });
    }
}
