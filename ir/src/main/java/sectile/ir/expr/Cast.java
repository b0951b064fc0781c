package sectile.ir.expr;

import sectile.ir.symbol.DataType;

/// Conversion of a scalar to another element type.
public record Cast(Expr operand, DataType dtype, Origin origin) implements Arithmetic {
    @Override
    public Type type() {
        return ScalarType.of(dtype);
    }

    @Override
    public String toString() {
        return "cast(" + operand + ", " + dtype + ")";
    }
}
