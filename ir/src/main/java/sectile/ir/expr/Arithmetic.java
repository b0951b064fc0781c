package sectile.ir.expr;

/// A scalar computed from scalars.
public sealed interface Arithmetic extends Expr permits Binary, Unary, Cast {}
