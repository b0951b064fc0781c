package sectile.ir.stmt;

import java.util.List;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;

/// Hands values to the result variables of the enclosing loop or conditional; the last step of its body.
public record Yield(List<Expr> values, Origin origin) implements Stmt {
    public Yield {
        values = List.copyOf(values);
    }
}
