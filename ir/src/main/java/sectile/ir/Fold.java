package sectile.ir;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What scalar operators compute, on constants. Division and remainder round towards minus infinity, as in Python.
public final class Fold {
    private Fold() {}

    /// The value of an operator on 64-bit integers; comparisons give 0 or 1. Empty when it has none: division by zero,
    /// overflow, a true division.
    public static OptionalLong integers(BinaryOp op, long a, long b) {
        try {
            return switch (op) {
                case ADD -> OptionalLong.of(Math.addExact(a, b));
                case SUB -> OptionalLong.of(Math.subtractExact(a, b));
                case MUL -> OptionalLong.of(Math.multiplyExact(a, b));
                case DIV -> OptionalLong.empty();
                case FLOOR_DIV -> b == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorDiv(a, b));
                case MOD -> b == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorMod(a, b));
                case POW -> power(a, b);
                case MIN -> OptionalLong.of(Math.min(a, b));
                case MAX -> OptionalLong.of(Math.max(a, b));
                case BIT_AND -> OptionalLong.of(a & b);
                case BIT_XOR -> OptionalLong.of(a ^ b);
                case BIT_OR -> OptionalLong.of(a | b);
                case SHL -> b < 0 || b > 62 || (a << b) >> b != a ? OptionalLong.empty() : OptionalLong.of(a << b);
                case SHR -> b < 0 ? OptionalLong.empty() : OptionalLong.of(a >> Math.min(b, 63));
                case EQ -> truth(a == b);
                case NE -> truth(a != b);
                case LT -> truth(a < b);
                case LE -> truth(a <= b);
                case GT -> truth(a > b);
                case GE -> truth(a >= b);
                case AND -> truth(a != 0 && b != 0);
                case OR -> truth(a != 0 || b != 0);
            };
        } catch (ArithmeticException overflow) {
            return OptionalLong.empty();
        }
    }

    /// The value of an arithmetic operator on floating-point numbers; empty for the others.
    public static OptionalDouble reals(BinaryOp op, double a, double b) {
        return switch (op) {
            case ADD -> OptionalDouble.of(a + b);
            case SUB -> OptionalDouble.of(a - b);
            case MUL -> OptionalDouble.of(a * b);
            case DIV -> b == 0 ? OptionalDouble.empty() : OptionalDouble.of(a / b);
            case FLOOR_DIV -> b == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.floor(a / b));
            case MOD -> b == 0 ? OptionalDouble.empty() : OptionalDouble.of(a - b * Math.floor(a / b));
            case POW -> OptionalDouble.of(Math.pow(a, b));
            case MIN -> OptionalDouble.of(Math.min(a, b));
            case MAX -> OptionalDouble.of(Math.max(a, b));
            case BIT_AND, BIT_XOR, BIT_OR, SHL, SHR, EQ, NE, LT, LE, GT, GE, AND, OR -> OptionalDouble.empty();
        };
    }

    private static OptionalLong truth(boolean value) {
        return OptionalLong.of(value ? 1 : 0);
    }

    private static OptionalLong power(long base, long exponent) {
        if (exponent < 0 || (exponent > 64 && Math.abs(base) > 1)) {
            return OptionalLong.empty();
        }
        long result = 1;
        for (long i = 0; i < Math.min(exponent, 64 + (exponent & 1)); i++) {
            result = Math.multiplyExact(result, base);
        }
        return OptionalLong.of(result);
    }
}
