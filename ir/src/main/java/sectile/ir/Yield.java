package sectile.ir;

import java.util.List;

/// Hands values to the result variables of the enclosing loop or conditional; the last step of its body.
public record Yield(List<Expr> values, Origin origin) implements Stmt {
    public Yield {
        values = List.copyOf(values);
    }
}
