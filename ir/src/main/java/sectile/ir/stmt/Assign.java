package sectile.ir.stmt;

import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;

/// Gives a variable a value. Outside SSA form a variable may be assigned again.
public record Assign(Var target, Expr value, Origin origin) implements Stmt {
    public Assign withTarget(Var newTarget) {
        return new Assign(newTarget, value, origin);
    }

    public Assign withValue(Expr newValue) {
        return new Assign(target, newValue, origin);
    }
}
