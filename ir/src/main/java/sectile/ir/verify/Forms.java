package sectile.ir.verify;

import java.util.HashSet;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.ir.Assign;
import sectile.ir.Call;
import sectile.ir.For;
import sectile.ir.Function;
import sectile.ir.If;
import sectile.ir.Param;
import sectile.ir.Stmt;
import sectile.ir.Submit;
import sectile.ir.Var;
import sectile.ir.Walk;
import sectile.ir.While;

/// Forms that passes establish.
final class Forms {
    private Forms() {}

    static void ssa(Function function, Diagnostics diagnostics) {
        Set<Var> defined = new HashSet<>();
        function.params().stream().map(Param::variable).forEach(defined::add);
        Walk.each(function.body(), statement -> {
            for (Var variable : definitions(statement)) {
                if (!defined.add(variable)) {
                    diagnostics.error(
                            "LANG-602",
                            statement.span(),
                            "`" + variable.name() + "` is assigned twice, so the program is not in SSA form");
                }
            }
        });
    }

    private static java.util.List<Var> definitions(Stmt statement) {
        return switch (statement) {
            case Assign assign -> java.util.List.of(assign.target());
            case If branch -> branch.results();
            case For loop -> {
                var all = new java.util.ArrayList<>(loop.results());
                all.add(loop.index());
                loop.iterArgs().forEach(a -> all.add(a.variable()));
                yield all;
            }
            case While loop -> {
                var all = new java.util.ArrayList<>(loop.results());
                loop.iterArgs().forEach(a -> all.add(a.variable()));
                yield all;
            }
            default -> java.util.List.of();
        };
    }

    static void flatCalls(Function function, Diagnostics diagnostics) {
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof Call || expr instanceof Submit) {
                for (var child : Walk.children(expr)) {
                    if (child instanceof Call || child instanceof Submit) {
                        diagnostics.error("LANG-603", expr.span(), "a call is an operand of another");
                    }
                }
            }
        });
    }
}
