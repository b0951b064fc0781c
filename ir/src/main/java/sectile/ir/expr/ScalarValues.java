package sectile.ir.expr;

import sectile.base.array.Codec;
import sectile.base.array.DType;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Comparison;
import sectile.base.number.Elements;
import sectile.base.number.UnaryFunction;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// What scalar operators compute, for constants and at run time. A value is a `Long` (an integer type; UINT64 as its
/// bits), a `Double` (a floating-point type) or a `Boolean`, always in the range of its type.
public final class ScalarValues {
    private ScalarValues() {}

    /// The value of an operator. Operands are converted to the type in which they meet.
    ///
    /// @throws ArithmeticException if an integer is divided by zero or raised to a negative power
    public static Object binary(BinaryOp op, DataType lhs, DataType rhs, Object a, Object b) {
        return switch (op.kind()) {
            case LOGICAL -> op == BinaryOp.AND ? (isTrue(a) && isTrue(b)) : (isTrue(a) || isTrue(b));
            case COMPARISON -> compare(comparison(op), meet(lhs, rhs), lhs, rhs, a, b);
            case ARITHMETIC, BITWISE -> {
                DataType type = ScalarRules.binary(op, lhs, rhs)
                        .orElseThrow(() -> new IllegalArgumentException(lhs + " " + op.symbol() + " " + rhs));
                yield combine(function(op), type, lhs, rhs, a, b);
            }
        };
    }

    /// Whether a comparison holds between values that are converted to `type`.
    public static boolean compare(
            Comparison comparison, DataType type, DataType lhs, DataType rhs, Object a, Object b) {
        Object x = lhs == type ? a : convert(lhs, type, a);
        Object y = rhs == type ? b : convert(rhs, type, b);
        return (x instanceof Double p && y instanceof Double q)
                ? comparison.onFloats(p, q)
                : comparison.onIntegers(type.storage(), toLong(x), toLong(y));
    }

    /// The value in `type` of a function of values that are converted to it.
    public static Object combine(
            BinaryFunction function, DataType type, DataType lhs, DataType rhs, Object a, Object b) {
        Object x = lhs == type ? a : convert(lhs, type, a);
        Object y = rhs == type ? b : convert(rhs, type, b);
        if (x instanceof Double p && y instanceof Double q) {
            return function.onFloats(type.storage(), p, q);
        }
        long result = function.onIntegers(type.storage(), toLong(x), toLong(y));
        return type == DataType.BOOL ? (Object) (result != 0) : (Object) result;
    }

    public static Object unary(UnaryOp op, DataType type, Object a) {
        return switch (op) {
            case NOT -> !isTrue(a);
            case NEG ->
                a instanceof Double x
                        ? (Object) UnaryFunction.NEG.onFloat(type.storage(), x)
                        : (Object) UnaryFunction.NEG.onInteger(type.storage(), toLong(a));
            case BIT_NOT ->
                a instanceof Boolean truth
                        ? (Object) !truth
                        : (Object) UnaryFunction.NOT.onInteger(type.storage(), toLong(a));
        };
    }

    /// A value of one type converted to another: wrapped, rounded, or made true or false.
    public static Object convert(DataType from, DataType to, Object value) {
        DType dtype = to.storage();
        if (dtype == DType.BOOL) {
            return isTrue(value);
        }
        if (!dtype.isFloat()) {
            return value instanceof Double x ? Codec.toInteger(dtype, x) : Elements.wrap(dtype, toLong(value));
        }
        if (value instanceof Double x) {
            return Elements.round(dtype, x);
        }
        long number = toLong(value);
        return Codec.toDouble(
                dtype, from == DataType.UINT64 ? Codec.ofUnsignedLong(dtype, number) : Codec.ofLong(dtype, number));
    }

    public static boolean isTrue(Object value) {
        return switch (value) {
            case Boolean truth -> truth;
            case Double x -> x != 0;
            default -> toLong(value) != 0;
        };
    }

    /// The function that an arithmetic or bitwise operator computes.
    public static BinaryFunction function(BinaryOp op) {
        return switch (op) {
            case ADD -> BinaryFunction.ADD;
            case SUB -> BinaryFunction.SUB;
            case MUL -> BinaryFunction.MUL;
            case DIV -> BinaryFunction.DIV;
            case FLOOR_DIV -> BinaryFunction.FLOOR_DIV;
            case MOD -> BinaryFunction.REM;
            case POW -> BinaryFunction.POW;
            case MIN -> BinaryFunction.MINIMUM;
            case MAX -> BinaryFunction.MAXIMUM;
            case BIT_AND -> BinaryFunction.AND;
            case BIT_XOR -> BinaryFunction.XOR;
            case BIT_OR -> BinaryFunction.OR;
            case SHL -> BinaryFunction.SHL;
            case SHR -> BinaryFunction.SHR;
            case EQ, NE, LT, LE, GT, GE, AND, OR -> throw new IllegalArgumentException(op + " is not arithmetic");
        };
    }

    /// The comparison that an operator makes.
    public static Comparison comparison(BinaryOp op) {
        return switch (op) {
            case EQ -> Comparison.EQ;
            case NE -> Comparison.NE;
            case LT -> Comparison.LT;
            case LE -> Comparison.LE;
            case GT -> Comparison.GT;
            case GE -> Comparison.GE;
            case ADD, SUB, MUL, DIV, FLOOR_DIV, MOD, POW, MIN, MAX, BIT_AND, BIT_XOR, BIT_OR, SHL, SHR, AND, OR ->
                throw new IllegalArgumentException(op + " compares nothing");
        };
    }

    /// The type in which values are compared.
    public static DataType meet(DataType lhs, DataType rhs) {
        return lhs == rhs ? lhs : ScalarRules.meet(lhs, rhs).orElseThrow();
    }

    private static long toLong(Object value) {
        return switch (value) {
            case Long number -> number;
            case Boolean truth -> truth ? 1 : 0;
            default -> throw new IllegalArgumentException("expected an integer or a boolean, found " + value);
        };
    }
}
