package sectile.ir.expr;

import sectile.base.diag.Span;

/// A value. Every expression knows its type; calls carry the type their op's rule or their callee gave them.
public sealed interface Expr permits Var, Dim, Constant, Arithmetic, MakeTuple, TupleGet, Absent, Call, Submit {
    Type type();

    Origin origin();

    default Span span() {
        return origin().span();
    }
}
