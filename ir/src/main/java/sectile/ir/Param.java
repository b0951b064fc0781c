package sectile.ir;

import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.Marks;

/// A parameter: the variable the body sees, its direction and its marks.
public record Param(Var variable, Direction direction, Marks marks) {
    /// A parameter without marks.
    public Param(Var variable, Direction direction) {
        this(variable, direction, Marks.NONE);
    }

    public String name() {
        return variable.name();
    }

    public Type type() {
        return variable.type();
    }

    public Param withVariable(Var newVariable) {
        return new Param(newVariable, direction, marks);
    }

    public Param withDirection(Direction newDirection) {
        return new Param(variable, newDirection, marks);
    }

    public Param withMarks(Marks newMarks) {
        return new Param(variable, direction, newMarks);
    }
}
