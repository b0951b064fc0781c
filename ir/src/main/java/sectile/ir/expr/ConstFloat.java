package sectile.ir.expr;

import sectile.ir.symbol.DataType;

/// A floating-point constant; the value is kept in full precision and rounded to `dtype` when it is used.
public record ConstFloat(double value, DataType dtype, Origin origin) implements Constant {
    public ConstFloat {
        if (!dtype.isFloat()) {
            throw new IllegalArgumentException("a floating-point constant cannot be " + dtype);
        }
    }

    @Override
    public Type type() {
        return ScalarType.of(dtype);
    }

    @Override
    public String toString() {
        return Double.toString(value);
    }
}
