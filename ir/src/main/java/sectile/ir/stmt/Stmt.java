package sectile.ir.stmt;

import sectile.base.diag.Span;
import sectile.ir.expr.Origin;

/// A step of a function's body.
public sealed interface Stmt permits Assign, Eval, Yield, Jump, Seq, If, For, While, Scope {
    Origin origin();

    default Span span() {
        return origin().span();
    }
}
