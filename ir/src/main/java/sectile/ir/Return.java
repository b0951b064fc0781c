package sectile.ir;

import java.util.List;

/// Ends the function with its results.
public record Return(List<Expr> values, Origin origin) implements Stmt {
    public Return {
        values = List.copyOf(values);
    }
}
