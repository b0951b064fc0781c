package sectile.compiler.arith;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import sectile.base.number.UndefinedResultException;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.ScalarValues;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// Random integer expressions, and what execution makes of them.
final class Cases {
    private static final List<BinaryOp> OPERATORS = List.of(
            BinaryOp.ADD,
            BinaryOp.ADD,
            BinaryOp.SUB,
            BinaryOp.SUB,
            BinaryOp.MUL,
            BinaryOp.MUL,
            BinaryOp.FLOOR_DIV,
            BinaryOp.MOD,
            BinaryOp.MIN,
            BinaryOp.MAX,
            BinaryOp.BIT_AND);
    static final List<BinaryOp> COMPARISONS =
            List.of(BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE);

    private final Random random;
    private final List<Var> variables;

    Cases(Random random, List<Var> variables) {
        this.random = random;
        this.variables = variables;
    }

    static Var variable(String name, DataType dtype) {
        return new Var(name, ScalarType.of(dtype), Origin.none());
    }

    Expr expression(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return random.nextInt(3) == 0 ? constant() : variables.get(random.nextInt(variables.size()));
        }
        if (random.nextInt(14) == 0) {
            return Unary.of(UnaryOp.NEG, expression(depth - 1), Origin.none());
        }
        if (random.nextInt(12) == 0) {
            DataType target = List.of(DataType.INT8, DataType.INT32, DataType.UINT8, DataType.INDEX)
                    .get(random.nextInt(4));
            return new Cast(expression(depth - 1), target, Origin.none());
        }
        BinaryOp op = OPERATORS.get(random.nextInt(OPERATORS.size()));
        boolean divides = op == BinaryOp.FLOOR_DIV || op == BinaryOp.MOD;
        Expr lhs = expression(depth - 1);
        Expr rhs = divides && random.nextInt(4) != 0 ? constant() : expression(depth - 1);
        return Binary.of(op, lhs, rhs, Origin.none());
    }

    Expr condition(int depth) {
        Expr comparison = Binary.of(
                COMPARISONS.get(random.nextInt(COMPARISONS.size())),
                expression(depth),
                expression(depth),
                Origin.none());
        return switch (random.nextInt(8)) {
            case 0 -> Unary.of(UnaryOp.NOT, comparison, Origin.none());
            case 1 -> Binary.of(BinaryOp.AND, comparison, condition(depth), Origin.none());
            case 2 -> Binary.of(BinaryOp.OR, comparison, condition(depth), Origin.none());
            default -> comparison;
        };
    }

    private Expr constant() {
        DataType dtype = ScalarRules.dtypeOf(variables.getFirst());
        long value = switch (random.nextInt(5)) {
            case 0 -> 1L << random.nextInt(7);
            case 1 -> -random.nextInt(6);
            case 2 -> random.nextInt(120);
            default -> random.nextInt(9);
        };
        return new ConstInt(dtype.holds(value) ? value : 3, dtype, Origin.none());
    }

    /// Values at the limits of a type and around zero.
    static List<Long> edges(DataType dtype) {
        var values = new ArrayList<Long>();
        Interval range = Interval.of(dtype);
        for (long v : new long[] {-9, -4, -2, -1, 0, 1, 2, 3, 5, 8, 31, 64}) {
            if (range.contains(java.math.BigInteger.valueOf(v))) {
                values.add(v);
            }
        }
        for (int i = 0; i < 3; i++) {
            values.add(range.low().longValueExact() + i);
            values.add(range.high().longValueExact() - i);
        }
        values.add(range.high().longValueExact() / 2 + 1);
        return values.stream().distinct().toList();
    }

    /// Every assignment of the given values to the variables.
    static List<Map<Var, Object>> assignments(Map<Var, List<Long>> values) {
        List<Map<Var, Object>> all = new ArrayList<>(List.of(Map.of()));
        for (var entry : values.entrySet()) {
            var more = new ArrayList<Map<Var, Object>>();
            for (Map<Var, Object> assignment : all) {
                for (Long value : entry.getValue()) {
                    var next = new HashMap<>(assignment);
                    next.put(entry.getKey(), value);
                    more.add(next);
                }
            }
            all = more;
        }
        return all;
    }

    /// What execution computes; empty if it fails.
    static Optional<Object> evaluate(Expr expr, Map<Var, Object> values) {
        try {
            return Optional.of(value(expr, values));
        } catch (UndefinedResultException undefined) {
            return Optional.empty();
        }
    }

    private static Object value(Expr expr, Map<Var, Object> values) {
        return switch (expr) {
            case Var v -> java.util.Objects.requireNonNull(values.get(v));
            case ConstInt c -> c.value();
            case Cast c ->
                ScalarValues.convert(ScalarRules.dtypeOf(c.operand()), c.dtype(), value(c.operand(), values));
            case Unary u -> ScalarValues.unary(u.op(), u.type().dtype(), value(u.operand(), values));
            case Binary b
            when b.op().kind() == BinaryOp.Kind.LOGICAL -> {
                boolean lhs = (Boolean) value(b.lhs(), values);
                yield lhs == (b.op() == BinaryOp.OR) ? (Object) lhs : value(b.rhs(), values);
            }
            case Binary b ->
                ScalarValues.binary(
                        b.op(),
                        ScalarRules.dtypeOf(b.lhs()),
                        ScalarRules.dtypeOf(b.rhs()),
                        value(b.lhs(), values),
                        value(b.rhs(), values));
            default -> throw new IllegalArgumentException(expr.toString());
        };
    }
}
