package sectile.ir.stmt;

import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;

/// Evaluates a call for its effect.
public record Eval(Expr value, Origin origin) implements Stmt {}
