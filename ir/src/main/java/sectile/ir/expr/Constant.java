package sectile.ir.expr;

/// A scalar whose value is known.
public sealed interface Constant extends Expr permits ConstInt, ConstFloat, ConstBool {}
