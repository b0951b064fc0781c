package sectile.ir.verify;

import java.util.HashSet;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.Call;
import sectile.ir.expr.Submit;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;

/// Forms that passes establish.
final class Forms {
    private Forms() {}

    static void ssa(Function function, Findings findings) {
        Set<Var> defined = new HashSet<>();
        function.params().stream().map(Param::variable).forEach(defined::add);
        Walk.each(function.body(), statement -> {
            for (Var variable : Walk.definitions(statement)) {
                if (!defined.add(variable) && findings.isFirst(LanguageCode.NOT_SSA, variable)) {
                    findings.error(
                            LanguageCode.NOT_SSA,
                            statement.span(),
                            "`" + variable.name() + "` is assigned twice, so the program is not in SSA form");
                }
            }
        });
    }

    static void flatCalls(Function function, Findings findings) {
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof Call || expr instanceof Submit) {
                for (var child : Walk.children(expr)) {
                    if (child instanceof Call || child instanceof Submit) {
                        findings.error(LanguageCode.NOT_FLAT, expr.span(), "a call is an operand of another");
                    }
                }
            }
        });
    }
}
