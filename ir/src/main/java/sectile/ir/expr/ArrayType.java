package sectile.ir.expr;

import sectile.ir.symbol.DataType;

/// A short array of scalars kept by the orchestrator, such as task ids to wait for.
public record ArrayType(Expr extent, DataType dtype) implements Type {
    @Override
    public String toString() {
        return "Array[" + extent + ", " + dtype + "]";
    }
}
