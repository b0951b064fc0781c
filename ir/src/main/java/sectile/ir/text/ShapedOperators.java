package sectile.ir.text;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Span;
import sectile.base.number.UnaryFunction;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.DataType;

/// Python's operators on tensors and tiles.
final class ShapedOperators {
    private static final Map<String, CmpType> COMPARISONS = Map.of(
            "==", CmpType.EQ, "!=", CmpType.NE, "<", CmpType.LT, "<=", CmpType.LE, ">", CmpType.GT, ">=", CmpType.GE);

    private final Ops ops;

    ShapedOperators(Ops ops) {
        this.ops = ops;
    }

    Expr binary(String symbol, Val lhs, Val rhs, Span span, List<Span> places) {
        boolean left = ExpressionLowering.isShaped(lhs);
        boolean right = ExpressionLowering.isShaped(rhs);
        Optional<Op> both = ops.operator(symbol, tier(left ? lhs : rhs), false);
        if (both.isEmpty()) {
            throw Problem.at(
                    span,
                    LanguageCode.OPERATION_FAILED,
                    "`" + symbol + "` does not apply to " + lhs.describe() + " and " + rhs.describe());
        }
        if (left && right) {
            return both.get()
                    .call(
                            List.of(expr(lhs, DataType.INDEX, span), expr(rhs, DataType.INDEX, span)),
                            Attrs.EMPTY,
                            Origin.of(span),
                            places);
        }
        if (left) {
            return scalar(symbol, lhs, rhs, span);
        }
        return switch (symbol) {
            case "-" -> scalar("+", new Val.Ir(apply(UnaryFunction.NEG, rhs, span)), lhs, span);
            case "+", "*", "&", "|", "^" -> scalar(symbol, rhs, lhs, span);
            case "/", "//", "%", "<<", ">>" ->
                both.get()
                        .call(
                                List.of(filled(rhs, lhs, span), expr(rhs, DataType.INDEX, span)),
                                Attrs.EMPTY,
                                Origin.of(span),
                                places);
            default ->
                throw Problem.at(
                        span, LanguageCode.OPERATION_FAILED, "`" + symbol + "` needs the tensor or tile on its left");
        };
    }

    /// A scalar in the shape of a tensor or tile, so that an operator on it rounds once: the product with a reciprocal
    /// would round twice.
    private Expr filled(Val shaped, Val scalar, Span span) {
        Expr like = expr(shaped, DataType.INDEX, span);
        return ops.fill(tier(shaped))
                .call(List.of(like, expr(scalar, ((Shaped) like.type()).dtype(), span)), Attrs.EMPTY, Origin.of(span));
    }

    private Expr scalar(String symbol, Val shaped, Val scalar, Span span) {
        Op op = ops.operator(symbol, tier(shaped), true)
                .orElseThrow(() -> Problem.at(
                        span, LanguageCode.OPERATION_FAILED, "`" + symbol + "` needs two tensors or two tiles"));
        Expr whole = expr(shaped, DataType.INDEX, span);
        return op.call(
                List.of(whole, expr(scalar, ((Shaped) whole.type()).dtype(), span)), Attrs.EMPTY, Origin.of(span));
    }

    private Expr apply(UnaryFunction function, Val operand, Span span) {
        return ops.of(new Semantics.Apply(function), tier(operand))
                .call(List.of(expr(operand, DataType.INDEX, span)), Attrs.EMPTY, Origin.of(span));
    }

    Expr unary(String symbol, Val operand, Span span) {
        return switch (symbol) {
            case "-" -> apply(UnaryFunction.NEG, operand, span);
            case "~" -> apply(UnaryFunction.NOT, operand, span);
            case "+" -> expr(operand, DataType.INDEX, span);
            default ->
                throw Problem.at(
                        span,
                        LanguageCode.OPERATION_FAILED,
                        "`" + symbol + "` does not apply to " + operand.describe());
        };
    }

    Expr compare(String symbol, Val lhs, Val rhs, Span span) {
        CmpType comparison = java.util.Objects.requireNonNull(COMPARISONS.get(symbol));
        if (!ExpressionLowering.isShaped(lhs)) {
            return compare(mirrored(symbol), rhs, lhs, span);
        }
        Expr whole = expr(lhs, DataType.INDEX, span);
        boolean both = ExpressionLowering.isShaped(rhs);
        Op op = ops.of(new Semantics.Compare(tier(lhs) == Tier.TILE), tier(lhs));
        return (both ? op : ops.scalarForm(op).orElseThrow())
                .call(
                        List.of(whole, expr(rhs, ((Shaped) whole.type()).dtype(), span)),
                        Attrs.of("cmp_type", new Attr.Sym(comparison)),
                        Origin.of(span));
    }

    private static String mirrored(String symbol) {
        return switch (symbol) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> symbol;
        };
    }

    private static Expr expr(Val value, DataType context, Span span) {
        return Convert.expr(value, context, span);
    }

    private static Tier tier(Val value) {
        return value instanceof Val.Ir ir ? Tier.of(ir.expr().type()) : Tier.TENSOR;
    }
}
