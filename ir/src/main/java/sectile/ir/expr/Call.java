package sectile.ir.expr;

import java.util.List;

/// A synchronous call, of an op of the registry or of a function of the program. The attributes may hold expressions.
public sealed interface Call extends Expr permits OpCall, FunctionCall {
    List<Expr> args();

    Attrs attrs();
}
