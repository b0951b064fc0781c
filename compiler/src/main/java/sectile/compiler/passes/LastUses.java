package sectile.compiler.passes;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreeVariables;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Stmt;

/// Where variables are last mentioned, in the order of the text.
final class LastUses {
    private final Map<Var, Integer> last = new HashMap<>();
    private final IdentityHashMap<Stmt, Integer> ends = new IdentityHashMap<>();
    private int position;

    private LastUses() {}

    static LastUses of(Stmt body) {
        var uses = new LastUses();
        uses.visit(body);
        return uses;
    }

    private void visit(Stmt statement) {
        position++;
        for (Expr expr : Walk.expressions(statement)) {
            mention(expr);
        }
        for (Var variable : Walk.definitions(statement)) {
            Walk.expressions(variable.type()).forEach(this::mention);
        }
        Walk.children(statement).forEach(this::visit);
        ends.put(statement, position);
    }

    private void mention(Expr expr) {
        FreeVariables.of(expr).forEach(v -> last.put(v, position));
    }

    boolean isUsedAfter(Var variable, Stmt statement) {
        return last.getOrDefault(variable, 0) > ends.getOrDefault(statement, Integer.MAX_VALUE);
    }

    /// The variables that a loop may read before it assigns them.
    static Set<Var> readFirst(Stmt loop) {
        return FreeVariables.of(loop);
    }

    /// Whether an assignment, not only an inner loop or branch, defines the variable.
    boolean isAssignedIn(Stmt body, Var variable) {
        boolean[] found = {false};
        Walk.each(body, s -> found[0] |= s instanceof Assign assign && assign.target() == variable);
        return found[0];
    }
}
