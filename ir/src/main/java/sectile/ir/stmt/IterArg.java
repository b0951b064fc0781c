package sectile.ir.stmt;

import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;

/// A value carried from one iteration of a loop to the next: the variable the body sees, and what it is at first.
public record IterArg(Var variable, Expr init) {}
