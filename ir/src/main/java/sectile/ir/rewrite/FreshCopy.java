package sectile.ir.rewrite;

import java.util.Set;
import sectile.ir.Function;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Stmt;

/// A copy with new variables: what the original defines, the copy defines as variables of its own.
public final class FreshCopy extends Rewriter {
    private final FreshNames names;
    private final Set<Var> kept;

    private FreshCopy(FreshNames names, Set<Var> kept) {
        this.names = names;
        this.kept = kept;
    }

    /// A function with new parameters and variables.
    public static Function of(Function function, FreshNames names) {
        return new FreshCopy(names, Set.of()).function(function);
    }

    /// A statement with new variables. A variable that it may read before it assigns it comes from outside, and stays.
    public static Stmt of(Stmt statement, FreshNames names) {
        return of(statement, names, Set.of());
    }

    /// As [#of(Stmt, FreshNames)]; the variables in `visible` stay, too, because code around the statement uses them.
    public static Stmt of(Stmt statement, FreshNames names, Set<Var> visible) {
        Set<Var> kept = FreeVariables.of(statement);
        kept.addAll(visible);
        return new FreshCopy(names, kept).statement(statement);
    }

    @Override
    protected Var define(Var variable) {
        Var retyped = super.define(variable);
        return kept.contains(variable) ? retyped : names.like(retyped);
    }
}
