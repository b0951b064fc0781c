package sectile.ir.stmt;

import java.util.List;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;

/// A choice. With result variables both branches end in a [Yield] of as many values. No `else` is an empty [Seq].
public record If(Expr condition, Stmt then, Stmt otherwise, List<Var> results, Origin origin) implements Stmt {
    public If {
        results = List.copyOf(results);
    }

    public boolean hasElse() {
        return !otherwise.equals(Seq.EMPTY);
    }

    public If withCondition(Expr newCondition) {
        return new If(newCondition, then, otherwise, results, origin);
    }

    public If withBranches(Stmt newThen, Stmt newOtherwise) {
        return new If(condition, newThen, newOtherwise, results, origin);
    }

    public If withResults(List<Var> newResults) {
        return new If(condition, then, otherwise, newResults, origin);
    }
}
