package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.base.number.BinaryFunction;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// A row vector [M, 1] or column vector [1, N] against a matrix.
final class Expansions {
    private Expansions() {}

    private record Combination(String name, BinaryFunction function, String formula) {}

    private static final List<Combination> COMBINATIONS = List.of(
            new Combination("add", BinaryFunction.ADD, "a + v"),
            new Combination("sub", BinaryFunction.SUB, "a − v"),
            new Combination("mul", BinaryFunction.MUL, "a · v"),
            new Combination("div", BinaryFunction.DIV, "a / v"),
            new Combination("max", BinaryFunction.MAXIMUM, "max(a, v)"),
            new Combination("min", BinaryFunction.MINIMUM, "min(a, v)"),
            new Combination("expdif", BinaryFunction.EXPDIF, "exp(a − v)"));

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (Tier tier : Tier.values()) {
            for (boolean row : new boolean[] {true, false}) {
                ops.add(expand(tier, row));
                for (Combination combination : COMBINATIONS) {
                    ops.add(combine(tier, row, combination));
                }
            }
            ops.add(tier.op("expands", "Fills the shape of a " + tier.noun() + " with a scalar.")
                    .means(new Semantics.Broadcast(1, 0, true))
                    .formula("out = s everywhere")
                    .operands(tier.operand("target", "gives shape and element type"), Parts.scalar("scalar", "s"))
                    .rule(args -> {
                        Elementwise.scalarFits(args, "target", "scalar");
                        return Rules.like(
                                args.shaped("target"),
                                args.shaped("target").shape(),
                                args.shaped("target").dtype());
                    }));
        }
        ops.add(Tier.TENSOR
                .op("expand_clone", "Broadcasts a tensor to the shape of another and stores it there.")
                .means(new Semantics.Broadcast(0, 1, false))
                .formula("target = input, broadcast to target's shape")
                .operands(
                        Tier.TENSOR.operand("input", "what to broadcast"),
                        Tier.TENSOR.operand("target", "where to, and the shape").with(Effect.WRITE))
                .gives("target")
                .once()
                .rule(args -> {
                    Rules.sameDtype(args, "input", "target");
                    List<Expr> shape = Rules.broadcast(args, "input", "target");
                    if (Dims.differ(shape, args.shaped("target").shape())) {
                        throw args.at(
                                "target",
                                LanguageCode.SHAPES_DIFFER,
                                Describe.type(args.type("input")) + " does not broadcast to "
                                        + Describe.shape(args.shaped("target").shape()),
                                "");
                    }
                    return args.type("target");
                }));
        return ops;
    }

    private static String vector(boolean row) {
        return row ? "row_vec" : "col_vec";
    }

    private static Op expand(Tier tier, boolean row) {
        return tier.op(
                        (row ? "row" : "col") + "_expand",
                        row
                                ? "Repeats a row vector [M, 1] along every row."
                                : "Repeats a column vector [1, N] down every column.")
                .means(new Semantics.Broadcast(1, 0, true))
                .formula(row ? "out[i, j] = v[i, 0]" : "out[i, j] = v[0, j]")
                .operands(
                        tier.operand("target", "gives the shape"),
                        tier.operand(vector(row), row ? "v, [M, 1]" : "v, [1, N]"))
                .rule(args -> result(args, "target", row));
    }

    private static Op combine(Tier tier, boolean row, Combination combination) {
        String first = tier.noun();
        OpBuilder builder = tier.op(
                        (row ? "row" : "col") + "_expand_" + combination.name(),
                        "Combines every "
                                + (row
                                        ? "row with its element of a row vector [M, 1]."
                                        : "column with its element of a column vector [1, N]."))
                .means(new Semantics.Combine(combination.function()))
                .formula("out[i, j] = " + combination.formula() + (row ? ", v = row_vec[i, 0]" : ", v = col_vec[0, j]"))
                .operands(tier.operand(first, "a"), tier.operand(vector(row), row ? "v, [M, 1]" : "v, [1, N]"));
        if (tier == Tier.TILE) {
            builder.operands(Parts.tmp());
        }
        return builder.rule(args -> {
            if (combination.function() == BinaryFunction.EXPDIF) {
                Rules.floats(args, first);
            } else {
                Rules.dtype(args, first, "a numeric type", DataType::isNumeric);
            }
            return result(args, first, row);
        });
    }

    private static Shaped result(OpArgs args, String matrix, boolean row) {
        String vector = vector(row);
        Rules.rank(args, matrix, 2, Integer.MAX_VALUE);
        Rules.sameDtype(args, matrix, vector);
        Shaped a = args.shaped(matrix);
        Shaped v = args.shaped(vector);
        int fixed = a.rank() - (row ? 1 : 2);
        List<Expr> expected = Rules.with(a.shape(), fixed, sectile.ir.expr.ConstInt.index(1));
        if (Dims.differ(expected, v.shape())) {
            throw args.at(
                    vector,
                    LanguageCode.SHAPES_DIFFER,
                    "`" + vector + "` of " + args.op().surface() + " must have the shape " + Describe.shape(expected)
                            + ", found " + Describe.shape(v.shape()),
                    row ? "a row vector holds one element per row" : "a column vector holds one element per column");
        }
        return Rules.like(a, a.shape(), a.dtype());
    }
}
