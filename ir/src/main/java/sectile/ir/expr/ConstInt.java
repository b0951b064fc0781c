package sectile.ir.expr;

import sectile.ir.symbol.DataType;

/// An integer constant of a given element type; literals are INDEX unless their context says otherwise.
public record ConstInt(long value, DataType dtype, Origin origin) implements Constant {
    public ConstInt {
        if (dtype.isFloat() || dtype == DataType.BOOL) {
            throw new IllegalArgumentException("an integer constant cannot be " + dtype);
        }
        if (!dtype.holds(value)) {
            throw new IllegalArgumentException(value + " does not fit " + dtype);
        }
    }

    public static ConstInt index(long value) {
        return new ConstInt(value, DataType.INDEX, Origin.none());
    }

    @Override
    public Type type() {
        return ScalarType.of(dtype);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
