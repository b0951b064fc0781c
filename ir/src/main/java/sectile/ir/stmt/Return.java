package sectile.ir.stmt;

import java.util.List;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;

/// Ends the function with its results.
public record Return(List<Expr> values, Origin origin) implements Jump {
    public Return {
        values = List.copyOf(values);
    }
}
