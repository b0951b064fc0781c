package sectile.interp.code;

import sectile.base.array.DType;
import sectile.base.diag.Span;
import sectile.interp.machine.Core;
import sectile.interp.ops.Scalars;
import sectile.ir.BinaryOp;

/// Operators on scalars: Python's rules for division and remainder, results wrapped or rounded to the element
/// type.
final class ScalarArithmetic {
    private ScalarArithmetic() {}

    static boolean compare(BinaryOp op, Object a, Object b) {
        if (a instanceof Double || b instanceof Double) {
            double x = Scalars.toDouble(a);
            double y = Scalars.toDouble(b);
            return switch (op) {
                case EQ -> x == y;
                case NE -> x != y;
                case LT -> x < y;
                case LE -> x <= y;
                case GT -> x > y;
                case GE -> x >= y;
                default -> throw new IllegalArgumentException(op + " compares nothing");
            };
        }
        int order = Long.compare(Scalars.toLong(a), Scalars.toLong(b));
        return switch (op) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            default -> throw new IllegalArgumentException(op + " compares nothing");
        };
    }

    static Object combine(BinaryOp op, DType dtype, Object a, Object b, Core core, Span span) {
        if (dtype == DType.BOOL) {
            boolean x = Scalars.isTrue(a);
            boolean y = Scalars.isTrue(b);
            return switch (op) {
                case BIT_AND -> x && y;
                case BIT_OR -> x || y;
                case BIT_XOR -> x != y;
                default -> throw new IllegalArgumentException(op + " of truth values");
            };
        }
        return dtype.isFloat()
                ? (Object) Scalars.round(dtype, reals(op, Scalars.toDouble(a), Scalars.toDouble(b)))
                : (Object) Scalars.wrap(dtype, wholes(op, Scalars.toLong(a), Scalars.toLong(b), core, span));
    }

    private static double reals(BinaryOp op, double a, double b) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case FLOOR_DIV -> Math.floor(a / b);
            case MOD -> {
                double rest = a % b;
                yield rest != 0 && rest < 0 != b < 0 ? rest + b : rest;
            }
            case POW -> Math.pow(a, b);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case BIT_AND, BIT_XOR, BIT_OR, SHL, SHR, EQ, NE, LT, LE, GT, GE, AND, OR ->
                throw new IllegalArgumentException(op + " of floating-point numbers");
        };
    }

    private static long wholes(BinaryOp op, long a, long b, Core core, Span span) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case FLOOR_DIV -> Math.floorDiv(a, divisor(b, core, span));
            case MOD -> Math.floorMod(a, divisor(b, core, span));
            case POW -> power(a, b, core, span);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case BIT_AND -> a & b;
            case BIT_XOR -> a ^ b;
            case BIT_OR -> a | b;
            case SHL -> b < 0 || b > 63 ? 0 : a << b;
            case SHR -> b < 0 ? 0 : a >> Math.min(b, 63);
            case DIV, EQ, NE, LT, LE, GT, GE, AND, OR -> throw new IllegalArgumentException(op + " of integers");
        };
    }

    private static long divisor(long value, Core core, Span span) {
        if (value == 0) {
            core.at(span);
            throw core.error("EXEC-103", "division by zero", "");
        }
        return value;
    }

    private static long power(long base, long exponent, Core core, Span span) {
        if (exponent < 0) {
            core.at(span);
            throw core.error("EXEC-103", "an integer to the power of " + exponent + " is no integer", "");
        }
        long result = 1;
        long factor = base;
        for (long rest = exponent; rest > 0; rest >>= 1) {
            result = (rest & 1) == 1 ? result * factor : result;
            factor *= factor;
        }
        return result;
    }
}
