package sectile.compiler.passes;

import java.util.HashMap;
import java.util.Map;
import sectile.ir.Walk;
import sectile.ir.expr.Call;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Submit;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Stmt;

/// How often variables are mentioned, in values, types and attributes.
final class UseCounts {
    private final Map<Var, Integer> counts = new HashMap<>();

    private UseCounts() {}

    static UseCounts of(Stmt body) {
        var uses = new UseCounts();
        Walk.each(body, statement -> {
            Walk.expressions(statement).forEach(uses::count);
            Walk.definitions(statement).forEach(v -> Walk.expressions(v.type()).forEach(uses::count));
        });
        return uses;
    }

    private void count(Expr expr) {
        Walk.each(expr, e -> {
            if (e instanceof Var variable) {
                counts.merge(variable, 1, Integer::sum);
            } else if (e instanceof Call || e instanceof Submit) {
                Walk.expressions(e.type()).forEach(this::count);
            }
        });
    }

    int of(Var variable) {
        return counts.getOrDefault(variable, 0);
    }
}
