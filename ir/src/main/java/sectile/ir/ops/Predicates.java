package sectile.ir.ops;

import java.util.List;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// Comparisons and selection. At tile level a comparison gives a packed mask: bit j % 8 of byte j / 8 represents column
/// j.
final class Predicates {
    private Predicates() {}

    static List<Op> ops() {
        return List.of(
                compare(Tier.TENSOR),
                compares(Tier.TENSOR),
                compare(Tier.TILE),
                compares(Tier.TILE),
                select(),
                selectScalar());
    }

    private static OpBuilder start(Tier tier, String name, String what) {
        return tier.op(
                        name,
                        "Compares a " + tier.noun() + " with " + what
                                + (tier == Tier.TILE
                                        ? "; the result is a packed bit mask."
                                        : "; the result is 1 where it holds, else 0."))
                .means(new Semantics.Compare(tier == Tier.TILE))
                .formula(tier == Tier.TILE ? "bit j%8 of out[i, j/8] = a ? b" : "out = a ? b, as 0 or 1")
                .attribute("cmp_type", Parts.oneOf(CmpType.values()), Parts.sym(CmpType.EQ), "the comparison");
    }

    private static Op compare(Tier tier) {
        return start(tier, "cmp", "another")
                .operands(tier.operand("lhs", "a"), tier.operand("rhs", "b"))
                .rule(args -> {
                    Rules.sameDtype(args, "lhs", "rhs");
                    return result(args, Rules.broadcast(args, "lhs", "rhs"));
                });
    }

    private static Op compares(Tier tier) {
        return start(tier, "cmps", "a scalar")
                .operands(tier.operand("lhs", "a"), Parts.scalar("rhs", "b"))
                .rule(args -> {
                    Elementwise.scalarFits(args, "lhs", "rhs");
                    return result(args, args.shaped("lhs").shape());
                });
    }

    private static Type result(OpArgs args, List<Expr> shape) {
        if (args.type("lhs") instanceof TileType) {
            return new TileType(packed(shape), DataType.UINT8, MemorySpace.VEC);
        }
        return args.shaped("lhs").plain(shape, args.shaped("lhs").dtype());
    }

    /// The shape of the mask of a tile: eight columns to a byte.
    static List<Expr> packed(List<Expr> shape) {
        if (shape.isEmpty()) {
            return shape;
        }
        Expr last = Dims.add(shape.getLast(), ConstInt.index(7));
        var bytes = Dims.constant(last);
        Expr extent = bytes.isPresent()
                ? ConstInt.index(bytes.getAsLong() / 8)
                : Binary.of(BinaryOp.FLOOR_DIV, last, ConstInt.index(8), Origin.none());
        return Rules.with(shape, shape.size() - 1, extent);
    }

    private static Op select() {
        return Tier.TILE
                .op("sel", "Takes elements of one tile or another by a packed mask.")
                .means(new Semantics.Select(2))
                .formula("out = lhs where the mask bit is set, else rhs")
                .operands(
                        Parts.tile("mask", "packed mask, as from cmp"),
                        Parts.tile("lhs", "taken where set"),
                        Parts.tile("rhs", "taken elsewhere"),
                        Parts.tmp())
                .rule(args -> {
                    Rules.sameDtype(args, "lhs", "rhs");
                    mask(args, "lhs");
                    return Rules.like(
                            args.shaped("lhs"),
                            Rules.broadcast(args, "lhs", "rhs"),
                            args.shaped("lhs").dtype());
                });
    }

    private static Op selectScalar() {
        return Tier.TILE
                .op("sels", "Takes elements of a tile or a scalar by a packed mask.")
                .means(new Semantics.Select(3))
                .formula("out = src where the mask bit is set, else the scalar")
                .operands(
                        Parts.tile("mask", "packed mask, as from cmp"),
                        Parts.tile("src", "taken where set"),
                        Parts.tmp(),
                        Parts.scalar("scalar", "taken elsewhere").asOptional())
                .rule(args -> {
                    mask(args, "src");
                    if (!args.has("scalar")) {
                        throw args.error(
                                LanguageCode.ARGUMENT_COUNT,
                                "pl.tile.sels needs its scalar",
                                "pl.tile.sels(mask, src, tmp, scalar)");
                    }
                    return Rules.like(
                            args.shaped("src"),
                            args.shaped("src").shape(),
                            args.shaped("src").dtype());
                });
    }

    private static void mask(OpArgs args, String data) {
        Rules.dtype(args, "mask", "a packed mask of UINT8", d -> d == DataType.UINT8);
        List<Expr> expected = packed(args.shaped(data).shape());
        if (Dims.differ(expected, args.shaped("mask").shape())) {
            throw args.at(
                    "mask",
                    LanguageCode.SHAPES_DIFFER,
                    "the mask of " + sectile.ir.expr.Describe.type(args.type(data)) + " must have the shape "
                            + sectile.ir.expr.Describe.shape(expected) + ", found "
                            + sectile.ir.expr.Describe.shape(args.shaped("mask").shape()),
                    "pl.tile.cmp gives such a mask");
        }
    }
}
