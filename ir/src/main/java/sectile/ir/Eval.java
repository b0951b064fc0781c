package sectile.ir;

/// Evaluates a call for its effect.
public record Eval(Expr value, Origin origin) implements Stmt {}
