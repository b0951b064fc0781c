package sectile.ir.expr;

import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// A scalar operation on one scalar. Build it with [#of], which derives the type.
public record Unary(UnaryOp op, Expr operand, ScalarType type, Origin origin) implements Arithmetic {
    public static Unary of(UnaryOp op, Expr operand, Origin origin) {
        DataType dtype = ScalarRules.unary(op, ScalarRules.dtypeOf(operand))
                .orElseThrow(() -> new IllegalArgumentException(
                        "`" + op.symbol().strip() + "` does not apply to " + operand.type()));
        return new Unary(op, operand, ScalarType.of(dtype), origin);
    }

    @Override
    public String toString() {
        return "(" + op.symbol() + operand + ")";
    }
}
