package sectile.ir;

import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.symbol.Direction;

/// A parameter: the variable the body sees and its direction.
public record Param(Var variable, Direction direction) {
    public String name() {
        return variable.name();
    }

    public Type type() {
        return variable.type();
    }
}
