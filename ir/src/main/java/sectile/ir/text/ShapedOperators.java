package sectile.ir.text;

import java.util.List;
import java.util.Map;
import sectile.base.diag.Span;
import sectile.ir.Attr;
import sectile.ir.Attrs;
import sectile.ir.CmpType;
import sectile.ir.DataType;
import sectile.ir.Expr;
import sectile.ir.Origin;
import sectile.ir.Shaped;
import sectile.ir.TileType;
import sectile.ir.ops.Ops;

/// Python's operators on tensors and tiles.
final class ShapedOperators {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("+", "add"),
            Map.entry("-", "sub"),
            Map.entry("*", "mul"),
            Map.entry("/", "div"),
            Map.entry("%", "fmod"),
            Map.entry("&", "and"),
            Map.entry("|", "or"),
            Map.entry("^", "xor"),
            Map.entry("<<", "shl"),
            Map.entry(">>", "shr"),
            Map.entry("@", "matmul"));
    private static final Map<String, CmpType> COMPARISONS = Map.of(
            "==", CmpType.EQ, "!=", CmpType.NE, "<", CmpType.LT, "<=", CmpType.LE, ">", CmpType.GT, ">=", CmpType.GE);

    private final Ops ops;

    ShapedOperators(Ops ops) {
        this.ops = ops;
    }

    Expr binary(String symbol, Val lhs, Val rhs, Span span, List<Span> places) {
        String name = NAMES.get(symbol);
        if (name == null) {
            throw Problem.at(
                    span,
                    "LANG-207",
                    "`" + symbol + "` does not apply to " + lhs.describe() + " and " + rhs.describe());
        }
        boolean left = ExpressionLowering.isShaped(lhs);
        boolean right = ExpressionLowering.isShaped(rhs);
        if (left && right) {
            return call(
                    tier(lhs) + name,
                    List.of(expr(lhs, DataType.INDEX, span), expr(rhs, DataType.INDEX, span)),
                    Attrs.EMPTY,
                    span,
                    places);
        }
        if (name.equals("matmul")) {
            throw Problem.at(span, "LANG-207", "`@` needs two tensors or two tiles");
        }
        if (left) {
            return scalar(name, lhs, rhs, span);
        }
        return switch (symbol) {
            case "+", "*", "&", "|", "^" -> scalar(name, rhs, lhs, span);
            case "-" ->
                scalar(
                        "add",
                        new Val.Ir(
                                call(tier(rhs) + "neg", List.of(expr(rhs, DataType.INDEX, span)), Attrs.EMPTY, span)),
                        lhs,
                        span);
            case "/" ->
                scalar(
                        "mul",
                        new Val.Ir(
                                call(tier(rhs) + "recip", List.of(expr(rhs, DataType.INDEX, span)), Attrs.EMPTY, span)),
                        lhs,
                        span);
            default -> throw Problem.at(span, "LANG-207", "`" + symbol + "` needs the tensor or tile on its left");
        };
    }

    private Expr scalar(String name, Val shaped, Val scalar, Span span) {
        Expr whole = expr(shaped, DataType.INDEX, span);
        return call(
                tier(shaped) + name + "s",
                List.of(whole, expr(scalar, ((Shaped) whole.type()).dtype(), span)),
                Attrs.EMPTY,
                span);
    }

    Expr unary(String symbol, Val operand, Span span) {
        String name = switch (symbol) {
            case "-" -> "neg";
            case "~" -> "not";
            case "+" -> "";
            default -> throw Problem.at(span, "LANG-207", "`" + symbol + "` does not apply to " + operand.describe());
        };
        Expr value = expr(operand, DataType.INDEX, span);
        return name.isEmpty() ? value : call(tier(operand) + name, List.of(value), Attrs.EMPTY, span);
    }

    Expr compare(String symbol, Val lhs, Val rhs, Span span) {
        CmpType comparison = java.util.Objects.requireNonNull(COMPARISONS.get(symbol));
        if (!ExpressionLowering.isShaped(lhs)) {
            return compare(mirrored(symbol), rhs, lhs, span);
        }
        Expr whole = expr(lhs, DataType.INDEX, span);
        boolean both = ExpressionLowering.isShaped(rhs);
        return call(
                tier(lhs) + (both ? "cmp" : "cmps"),
                List.of(whole, expr(rhs, ((Shaped) whole.type()).dtype(), span)),
                Attrs.of("cmp_type", new Attr.Sym(comparison)),
                span);
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

    private static String tier(Val value) {
        return value instanceof Val.Ir ir && ir.expr().type() instanceof TileType ? "tile." : "tensor.";
    }

    private Expr call(String op, List<Expr> args, Attrs attrs, Span span) {
        return call(op, args, attrs, span, List.of());
    }

    private Expr call(String op, List<Expr> args, Attrs attrs, Span span, List<Span> places) {
        return ops.require(op).call(args, attrs, Origin.of(span), places);
    }
}
