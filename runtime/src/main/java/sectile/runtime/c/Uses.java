package sectile.runtime.c;

import java.util.HashMap;
import java.util.Map;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Stmt;

/// How often the variables of some statements are read and assigned.
final class Uses {
    private final Map<Var, Integer> reads = new HashMap<>();
    private final Map<Var, Integer> writes = new HashMap<>();

    static Uses of(Stmt body) {
        var uses = new Uses();
        Walk.each(body, uses::count);
        return uses;
    }

    /// Counts a statement too.
    void count(Stmt statement) {
        Walk.definitions(statement).forEach(v -> writes.merge(v, 1, Integer::sum));
        Walk.expressions(statement).forEach(this::add);
    }

    private void add(Expr expr) {
        Walk.each(expr, part -> {
            if (part instanceof Var variable) {
                reads.merge(variable, 1, Integer::sum);
            }
        });
    }

    int reads(Var variable) {
        return reads.getOrDefault(variable, 0);
    }

    int writes(Var variable) {
        return writes.getOrDefault(variable, 0);
    }
}
