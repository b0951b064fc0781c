package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;

/// Sorting of (value, index) pairs, larger values first. A pair takes eight bytes in a row of the value's element type.
final class Sorts {
    private Sorts() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (Tier tier : Tier.values()) {
            ops.add(tier.op(
                            "sort32",
                            "Sorts every 32 elements of a row, larger first, and pairs them with their indices.")
                    .means(Semantics.Sort.BLOCKS)
                    .formula("out = (value, index) pairs of every 32 columns, sorted by value, descending")
                    .operands(tier.operand("src", "values, FP16 or FP32"), tier.operand("idx", "indices, UINT32"))
                    .notInPlace()
                    .rule(args -> {
                        values(args, "src");
                        Rules.dtype(args, "idx", "UINT32 or INT32", d -> d == DataType.UINT32 || d == DataType.INT32);
                        Rules.sameShape(args, "src", "idx");
                        Shaped src = args.shaped("src");
                        long elements = 8L * 8 / src.dtype().bits();
                        return Rules.like(src, lastTimes(src, elements), src.dtype());
                    }));
            ops.add(tier.op("mrgsort_format1", "Merges every four sorted runs of a row.")
                    .means(Semantics.Sort.MERGE_RUNS)
                    .alias(
                            tier == Tier.TILE
                                    ? new String[] {"pl.tile.mrgsort", "pl.mrgsort"}
                                    : new String[] {"pl.tensor.mrgsort"})
                    .formula("out = runs of 4 · block_len, merged from four runs of block_len")
                    .operands(
                            tier.operand("src", "sorted runs of pairs"), Parts.index("block_len", "elements of a run"))
                    .notInPlace()
                    .rule(args -> {
                        values(args, "src");
                        return Rules.like(
                                args.shaped("src"),
                                args.shaped("src").shape(),
                                args.shaped("src").dtype());
                    }));
            ops.add(format2(tier));
        }
        return ops;
    }

    private static Op format2(Tier tier) {
        OpBuilder builder = tier.op("mrgsort_format2", "Merges two to four sorted rows of pairs.")
                .means(Semantics.Sort.MERGE_ROWS)
                .formula("out = all pairs, sorted by value, descending")
                .operands(
                        tier.operand("src0", "sorted pairs"),
                        tier.operand("src1", "sorted pairs"),
                        tier.operand("src2", "sorted pairs").asOptional(),
                        tier.operand("src3", "sorted pairs").asOptional());
        if (tier == Tier.TILE) {
            builder.operands(
                    Parts.tile("tmp", "scratch tile").with(Effect.WRITE).asOptional());
        }
        return builder.attribute("exhausted", Parts.BOOL, Parts.FALSE, "stop when one source is used up")
                .notInPlace()
                .rule(args -> merged(args));
    }

    private static Type merged(OpArgs args) {
        values(args, "src0");
        Expr total = args.shaped("src0").shape().getLast();
        for (String source : List.of("src1", "src2", "src3")) {
            if (args.has(source)) {
                Rules.sameDtype(args, "src0", source);
                total = Dims.add(total, args.shaped(source).shape().getLast());
            }
        }
        Shaped first = args.shaped("src0");
        return Rules.like(first, Rules.with(first.shape(), first.rank() - 1, total), first.dtype());
    }

    private static void values(OpArgs args, String operand) {
        Rules.dtype(args, operand, "FP16 or FP32", d -> d == DataType.FP16 || d == DataType.FP32);
        Rules.rank(args, operand, 1, Integer.MAX_VALUE);
    }

    private static List<Expr> lastTimes(Shaped src, long factor) {
        return Rules.with(src.shape(), src.rank() - 1, Dims.multiply(src.shape().getLast(), ConstInt.index(factor)));
    }
}
