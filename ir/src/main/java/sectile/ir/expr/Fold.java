package sectile.ir.expr;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import sectile.base.array.DType;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Elements;
import sectile.base.number.UndefinedResultException;
import sectile.ir.symbol.BinaryOp;

/// The values of constant expressions. Typed ones are what execution computes; untyped numbers of program text are
/// Python's.
public final class Fold {
    private Fold() {}

    /// The value of a scalar expression without variables, as [ScalarValues] has them. Empty if there are variables or
    /// calls, or if there is no value: a division of integers by zero.
    public static Optional<Object> constant(Expr expr) {
        return switch (expr) {
            case ConstInt c -> Optional.of(Elements.wrap(c.dtype().storage(), c.value()));
            case ConstFloat c -> Optional.of(Elements.round(c.dtype().storage(), c.value()));
            case ConstBool c -> Optional.of(c.value());
            case Binary binary -> binary(binary);
            case Unary unary ->
                constant(unary.operand()).map(a -> ScalarValues.unary(unary.op(), ScalarRules.dtypeOf(unary), a));
            case Cast cast ->
                constant(cast.operand())
                        .map(a -> ScalarValues.convert(ScalarRules.dtypeOf(cast.operand()), cast.dtype(), a));
            case Absent a -> Optional.empty();
            case Var v -> Optional.empty();
            case Dim d -> Optional.empty();
            case MakeTuple t -> Optional.empty();
            case TupleGet g -> Optional.empty();
            case Call c -> Optional.empty();
            case Submit s -> Optional.empty();
        };
    }

    private static Optional<Object> binary(Binary binary) {
        Optional<Object> lhs = constant(binary.lhs());
        if (lhs.isEmpty()) {
            return lhs;
        }
        if (binary.op().kind() == BinaryOp.Kind.LOGICAL
                && ScalarValues.isTrue(lhs.get()) == (binary.op() == BinaryOp.OR)) {
            return Optional.of(binary.op() == BinaryOp.OR);
        }
        Optional<Object> rhs = constant(binary.rhs());
        if (rhs.isEmpty()) {
            return rhs;
        }
        try {
            return Optional.of(ScalarValues.binary(
                    binary.op(),
                    ScalarRules.dtypeOf(binary.lhs()),
                    ScalarRules.dtypeOf(binary.rhs()),
                    lhs.get(),
                    rhs.get()));
        } catch (UndefinedResultException undefined) {
            return Optional.empty();
        }
    }

    /// The value of an operator on integers of program text; comparisons return 0 or 1. Empty when it has none of 64
    /// bits: division by zero, overflow, a true division.
    public static OptionalLong integers(BinaryOp op, long a, long b) {
        try {
            return switch (op) {
                case ADD -> OptionalLong.of(Math.addExact(a, b));
                case SUB -> OptionalLong.of(Math.subtractExact(a, b));
                case MUL -> OptionalLong.of(Math.multiplyExact(a, b));
                case DIV -> OptionalLong.empty();
                case POW -> power(a, b);
                case SHL -> b < 0 || b > 62 || (a << b) >> b != a ? OptionalLong.empty() : OptionalLong.of(a << b);
                case SHR -> b < 0 ? OptionalLong.empty() : OptionalLong.of(a >> Math.min(b, 63));
                case AND -> OptionalLong.of(a != 0 && b != 0 ? 1 : 0);
                case OR -> OptionalLong.of(a != 0 || b != 0 ? 1 : 0);
                case EQ, NE, LT, LE, GT, GE ->
                    OptionalLong.of(ScalarValues.comparison(op).onIntegers(DType.I64, a, b) ? 1 : 0);
                case FLOOR_DIV, MOD, MIN, MAX, BIT_AND, BIT_XOR, BIT_OR ->
                    OptionalLong.of(ScalarValues.function(op).onIntegers(DType.I64, a, b));
            };
        } catch (ArithmeticException overflow) {
            return OptionalLong.empty();
        }
    }

    /// The value of an arithmetic operator on floating-point numbers of program text; empty for the others, and for a
    /// division by zero.
    public static OptionalDouble reals(BinaryOp op, double a, double b) {
        if (op.kind() != BinaryOp.Kind.ARITHMETIC) {
            return OptionalDouble.empty();
        }
        BinaryFunction function = ScalarValues.function(op);
        return function.divides() && b == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(function.onFloats(DType.F64, a, b));
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
