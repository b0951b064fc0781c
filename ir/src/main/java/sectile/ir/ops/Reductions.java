package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sectile.base.number.Reduction;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;

/// Reductions along rows, giving [M, 1], or along columns, giving [1, N].
final class Reductions {
    private Reductions() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (boolean row : new boolean[] {true, false}) {
            for (Reduction kind : Reduction.values()) {
                ops.add(tensor(row, kind));
                ops.add(tile(row, kind));
            }
        }
        return ops;
    }

    private static String name(Reduction kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String doc(boolean row, Reduction kind) {
        String what = switch (kind) {
            case SUM -> "Sum";
            case MAX -> "Largest element";
            case MIN -> "Smallest element";
            case PROD -> "Product";
            case ARGMAX -> "Position of the first largest element";
            case ARGMIN -> "Position of the first smallest element";
        };
        return what + (row ? " of every row." : " of every column.");
    }

    private static String formula(boolean row, Reduction kind) {
        return row
                ? "out[i, 0] = " + name(kind) + " over j of a[i, j]"
                : "out[0, j] = " + name(kind) + " over i of a[i, j]";
    }

    private static Op tensor(boolean row, Reduction kind) {
        OpBuilder builder = Tier.TENSOR
                .op((row ? "row_" : "col_") + name(kind), doc(row, kind))
                .means(new Semantics.Reduce(kind, row ? -1 : -2))
                .formula(formula(row, kind))
                .operands(Tier.TENSOR.operand("input", "a"))
                .attribute("axis", Parts.INT, Parts.integer(row ? -1 : -2), "the axis to reduce")
                .attribute("keep_dim", Parts.BOOL, Parts.TRUE, "keep the axis with extent 1");
        return builder.notInPlace().rule(args -> {
            int axis = Rules.axis(
                    args, "axis", args.integer("axis"), args.shaped("input").rank());
            return result(args, "input", axis, kind, args.flag("keep_dim"));
        });
    }

    private static Op tile(boolean row, Reduction kind) {
        OpBuilder builder = Tier.TILE
                .op((row ? "row_" : "col_") + name(kind), doc(row, kind))
                .means(new Semantics.Reduce(kind, row ? -1 : -2))
                .formula(formula(row, kind))
                .operands(Parts.tile("tile", "a"), Parts.tmp());
        return builder.notInPlace().rule(args -> {
            Rules.rank(args, "tile", 2, Integer.MAX_VALUE);
            int rank = args.shaped("tile").rank();
            return result(args, "tile", row ? rank - 1 : rank - 2, kind, true);
        });
    }

    private static Type result(OpArgs args, String operand, int axis, Reduction kind, boolean keep) {
        Rules.dtype(args, operand, "a numeric type", DataType::isNumeric);
        Shaped a = args.shaped(operand);
        DataType dtype = kind == Reduction.ARGMAX || kind == Reduction.ARGMIN ? DataType.INT32 : a.dtype();
        var shape = keep ? Rules.with(a.shape(), axis, ConstInt.index(1)) : Rules.without(a.shape(), axis);
        return Rules.like(a, shape, dtype);
    }
}
