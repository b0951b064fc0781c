package sectile.ir.expr;

import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;

/// A scalar operation on two scalars. Build it with [#of], which derives the type.
public record Binary(BinaryOp op, Expr lhs, Expr rhs, ScalarType type, Origin origin) implements Arithmetic {
    public static Binary of(BinaryOp op, Expr lhs, Expr rhs, Origin origin) {
        DataType dtype = ScalarRules.binary(op, ScalarRules.dtypeOf(lhs), ScalarRules.dtypeOf(rhs))
                .orElseThrow(() -> new IllegalArgumentException(
                        "`" + op.symbol() + "` does not apply to " + lhs.type() + " and " + rhs.type()));
        return new Binary(op, lhs, rhs, ScalarType.of(dtype), origin);
    }

    @Override
    public String toString() {
        return op.isCall()
                ? op.symbol() + "(" + lhs + ", " + rhs + ")"
                : "(" + lhs + " " + op.symbol() + " " + rhs + ")";
    }
}
