package sectile.compiler.passes;

import java.util.Optional;
import sectile.compiler.arith.Analyzer;
import sectile.ir.Walk;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Fold;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Unary;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;

/// A scalar expression in fewer nodes, or as it is. What may fail at run time, such as a division by a variable, is
/// left alone.
final class SimplifyScalars {
    private final Analyzer analyzer;

    SimplifyScalars(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    Expr of(Expr expr) {
        boolean computes = expr instanceof Binary || expr instanceof Unary || expr instanceof Cast;
        if (!computes || !(expr.type() instanceof ScalarType scalar)) {
            return expr;
        }
        Optional<Expr> constant = Fold.constant(expr).flatMap(value -> constant(value, scalar.dtype(), expr));
        if (constant.isPresent()) {
            return constant.get();
        }
        if (scalar.dtype() == DataType.BOOL) {
            return condition(expr);
        }
        if (scalar.dtype().isInteger() && analyzer.isSafe(expr)) {
            return analyzer.canonical(expr).filter(c -> nodes(c) < nodes(expr)).orElse(expr);
        }
        return expr;
    }

    private static Optional<Expr> constant(Object value, DataType dtype, Expr at) {
        return switch (value) {
            case Boolean truth -> Optional.of(new ConstBool(truth, at.origin()));
            case Long number
            when dtype.isInteger() && dtype.holds(number) -> Optional.of(new ConstInt(number, dtype, at.origin()));
            case Double number
            when dtype.isFloat() && Double.isFinite(number) -> Optional.of(new ConstFloat(number, dtype, at.origin()));
            default -> Optional.empty();
        };
    }

    private Expr condition(Expr expr) {
        if (analyzer.isSafe(expr)) {
            Optional<Boolean> known = analyzer.decide(expr);
            if (known.isPresent()) {
                return new ConstBool(known.get(), expr.origin());
            }
        }
        if (expr instanceof Binary binary
                && binary.op().kind() == BinaryOp.Kind.LOGICAL
                && binary.rhs().type().equals(ScalarType.BOOL)
                && binary.lhs() instanceof ConstBool lhs) {
            return lhs.value() == (binary.op() == BinaryOp.OR) ? lhs : binary.rhs();
        }
        return expr;
    }

    private static int nodes(Expr expr) {
        int[] count = {0};
        Walk.each(expr, e -> count[0]++);
        return count[0];
    }
}
