package sectile.ir;

/// Gives a variable a value. Outside SSA form a variable may be assigned again.
public record Assign(Var target, Expr value, Origin origin) implements Stmt {}
