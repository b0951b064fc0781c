package sectile.ir.build;

import java.util.Map;
import java.util.Optional;
import sectile.base.number.UnaryFunction;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Unary;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// Operators. On scalars they are expressions, on tensors and tiles calls of ops; a number takes the type of the other
/// side.
public abstract sealed class Scalars permits Operations {
    private static final Map<BinaryOp, CmpType> COMPARISONS = Map.of(
            BinaryOp.EQ, CmpType.EQ,
            BinaryOp.NE, CmpType.NE,
            BinaryOp.LT, CmpType.LT,
            BinaryOp.LE, CmpType.LE,
            BinaryOp.GT, CmpType.GT,
            BinaryOp.GE, CmpType.GE);

    Scalars() {}

    abstract Origin origin();

    /// The call that an operator means, if there is one.
    abstract Optional<Expr> shaped(String symbol, Expr whole, Object other, Origin origin);

    abstract Expr compared(CmpType comparison, Expr whole, Object other, Origin origin);

    abstract Expr unaryShaped(UnaryFunction function, Expr whole, Origin origin);

    /// Any operator. On the left of a tensor or tile, a number must be written on the right.
    public Expr binary(BinaryOp op, Object lhs, Object rhs) {
        Origin origin = origin();
        if (lhs instanceof Expr whole && whole.type() instanceof Shaped) {
            CmpType comparison = COMPARISONS.get(op);
            if (comparison != null) {
                return compared(comparison, whole, rhs, origin);
            }
            return shaped(op.symbol(), whole, rhs, origin).orElseThrow(() -> doesNotApply(op.symbol(), whole, origin));
        }
        if (rhs instanceof Expr whole && whole.type() instanceof Shaped) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.OPERATION_FAILED,
                    "`" + op.symbol() + "` needs the tensor or tile on its left",
                    "exchange the operands, or use neg or recip");
        }
        Expr a = scalar(lhs, rhs, op, origin);
        Expr b = scalar(rhs, lhs, op, origin);
        if (ScalarRules.binary(op, ScalarRules.dtypeOf(a), ScalarRules.dtypeOf(b))
                .isEmpty()) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.OPERATION_FAILED,
                    "`" + op.symbol() + "` does not apply to " + Describe.type(a.type()) + " and "
                            + Describe.type(b.type()));
        }
        return Binary.of(op, a, b, origin);
    }

    private static Expr scalar(Object value, Object other, BinaryOp op, Origin origin) {
        DataType context = op.kind() == BinaryOp.Kind.LOGICAL
                ? DataType.BOOL
                : other instanceof Expr expr && expr.type() instanceof ScalarType scalar
                        ? scalar.dtype()
                        : DataType.INDEX;
        Expr expr = Values.expr(value, context, origin);
        if (!(expr.type() instanceof ScalarType)) {
            throw doesNotApply(op.symbol(), expr, origin);
        }
        return expr;
    }

    private static RuntimeException doesNotApply(String symbol, Expr operand, Origin origin) {
        return Mistake.at(
                origin.span(),
                LanguageCode.OPERATION_FAILED,
                "`" + symbol + "` does not apply to " + Describe.type(operand.type()));
    }

    /// Any operator of one operand.
    public Expr unary(UnaryOp op, Expr operand) {
        Origin origin = origin();
        if (operand.type() instanceof Shaped) {
            return switch (op) {
                case NEG -> unaryShaped(UnaryFunction.NEG, operand, origin);
                case BIT_NOT -> unaryShaped(UnaryFunction.NOT, operand, origin);
                case NOT -> throw doesNotApply(op.symbol().strip(), operand, origin);
            };
        }
        if (!(operand.type() instanceof ScalarType scalar)
                || ScalarRules.unary(op, scalar.dtype()).isEmpty()) {
            throw doesNotApply(op.symbol().strip(), operand, origin);
        }
        return Unary.of(op, operand, origin);
    }

    public Expr add(Object lhs, Object rhs) {
        return binary(BinaryOp.ADD, lhs, rhs);
    }

    public Expr sub(Object lhs, Object rhs) {
        return binary(BinaryOp.SUB, lhs, rhs);
    }

    public Expr mul(Object lhs, Object rhs) {
        return binary(BinaryOp.MUL, lhs, rhs);
    }

    public Expr div(Object lhs, Object rhs) {
        return binary(BinaryOp.DIV, lhs, rhs);
    }

    public Expr floorDiv(Object lhs, Object rhs) {
        return binary(BinaryOp.FLOOR_DIV, lhs, rhs);
    }

    public Expr mod(Object lhs, Object rhs) {
        return binary(BinaryOp.MOD, lhs, rhs);
    }

    public Expr min(Object lhs, Object rhs) {
        return binary(BinaryOp.MIN, lhs, rhs);
    }

    public Expr max(Object lhs, Object rhs) {
        return binary(BinaryOp.MAX, lhs, rhs);
    }

    public Expr eq(Object lhs, Object rhs) {
        return binary(BinaryOp.EQ, lhs, rhs);
    }

    public Expr ne(Object lhs, Object rhs) {
        return binary(BinaryOp.NE, lhs, rhs);
    }

    public Expr lt(Object lhs, Object rhs) {
        return binary(BinaryOp.LT, lhs, rhs);
    }

    public Expr le(Object lhs, Object rhs) {
        return binary(BinaryOp.LE, lhs, rhs);
    }

    public Expr gt(Object lhs, Object rhs) {
        return binary(BinaryOp.GT, lhs, rhs);
    }

    public Expr ge(Object lhs, Object rhs) {
        return binary(BinaryOp.GE, lhs, rhs);
    }

    public Expr and(Object lhs, Object rhs) {
        return binary(BinaryOp.AND, lhs, rhs);
    }

    public Expr or(Object lhs, Object rhs) {
        return binary(BinaryOp.OR, lhs, rhs);
    }

    public Expr not(Expr operand) {
        return unary(UnaryOp.NOT, operand);
    }

    public Expr neg(Expr operand) {
        return unary(UnaryOp.NEG, operand);
    }

    /// A constant of a given type.
    public Expr constant(Object value, DataType dtype) {
        Expr expr = Values.expr(value, dtype, origin());
        if (!(expr.type() instanceof ScalarType scalar) || scalar.dtype() != dtype) {
            throw Mistake.at(
                    origin().span(),
                    LanguageCode.CONSTANT_TOO_LARGE,
                    value + " is not a constant of " + dtype.surface());
        }
        return expr;
    }

    /// A scalar in another element type; for tensors and tiles use the op `cast`.
    public Expr cast(Expr scalar, DataType dtype) {
        if (!(scalar.type() instanceof ScalarType)) {
            throw doesNotApply("cast", scalar, origin());
        }
        return new Cast(scalar, dtype, origin());
    }
}
