package sectile.ir.stmt;

import java.util.List;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;

/// A loop that continues while its condition, which may use the iter args, holds.
public record While(Expr condition, List<IterArg> iterArgs, Stmt body, List<Var> results, Origin origin)
        implements Stmt {
    public While {
        iterArgs = List.copyOf(iterArgs);
        results = List.copyOf(results);
        if (!results.isEmpty() && results.size() != iterArgs.size()) {
            throw new IllegalArgumentException("a loop has as many results as iter args, or none");
        }
    }

    public While carrying(List<IterArg> newIterArgs, List<Var> newResults) {
        return new While(condition, newIterArgs, body, newResults, origin);
    }

    public While withCondition(Expr newCondition) {
        return new While(newCondition, iterArgs, body, results, origin);
    }

    public While withBody(Stmt newBody) {
        return new While(condition, iterArgs, newBody, results, origin);
    }
}
