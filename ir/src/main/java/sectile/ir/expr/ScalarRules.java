package sectile.ir.expr;

import java.util.Optional;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// Result types of scalar operators. Integers of different types meet in the wider one, INDEX before all; an integer
/// that meets a floating-point number becomes one.
public final class ScalarRules {
    private ScalarRules() {}

    public static Optional<DataType> binary(BinaryOp op, DataType lhs, DataType rhs) {
        return switch (op.kind()) {
            case ARITHMETIC -> {
                Optional<DataType> meet = meet(lhs, rhs);
                yield op == BinaryOp.DIV ? meet.map(d -> d.isFloat() ? d : DataType.FP32) : meet;
            }
            case BITWISE ->
                lhs == DataType.BOOL && rhs == DataType.BOOL && op != BinaryOp.SHL && op != BinaryOp.SHR
                        ? Optional.of(DataType.BOOL)
                        : meet(lhs, rhs).filter(DataType::isInteger);
            case COMPARISON ->
                lhs == rhs && (op == BinaryOp.EQ || op == BinaryOp.NE)
                        ? Optional.of(DataType.BOOL)
                        : meet(lhs, rhs).map(d -> DataType.BOOL);
            case LOGICAL -> isTruthy(lhs) && isTruthy(rhs) ? Optional.of(DataType.BOOL) : Optional.empty();
        };
    }

    public static Optional<DataType> unary(UnaryOp op, DataType operand) {
        return switch (op) {
            case NEG -> Optional.of(operand).filter(DataType::isNumeric);
            case NOT -> isTruthy(operand) ? Optional.of(DataType.BOOL) : Optional.empty();
            case BIT_NOT -> Optional.of(operand).filter(d -> d.isInteger() || d == DataType.BOOL);
        };
    }

    /// The element type of a scalar expression.
    public static DataType dtypeOf(Expr expr) {
        if (expr.type() instanceof ScalarType scalar) {
            return scalar.dtype();
        }
        throw new IllegalArgumentException("expected a scalar, found " + expr.type());
    }

    private static boolean isTruthy(DataType dtype) {
        return dtype == DataType.BOOL || dtype.isInteger();
    }

    /// The type in which two numbers of these types are calculated.
    public static Optional<DataType> meet(DataType lhs, DataType rhs) {
        if (!lhs.isNumeric() || !rhs.isNumeric()) {
            return Optional.empty();
        }
        if (lhs == rhs) {
            return Optional.of(lhs);
        }
        if (lhs.isFloat() != rhs.isFloat()) {
            return Optional.of(lhs.isFloat() ? lhs : rhs);
        }
        if (lhs == DataType.INDEX || rhs == DataType.INDEX) {
            return Optional.of(DataType.INDEX);
        }
        if (lhs.bits() != rhs.bits()) {
            return Optional.of(lhs.bits() > rhs.bits() ? lhs : rhs);
        }
        if (lhs.isFloat()) {
            return Optional.of(DataType.FP32);
        }
        return Optional.of(lhs.isSigned() ? lhs : rhs);
    }
}
