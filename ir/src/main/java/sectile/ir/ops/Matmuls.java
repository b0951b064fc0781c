package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.base.number.TileTypes;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// Matrix products. Tiles come from Left and Right (or places from which they are moved there) and go to Acc.
final class Matmuls {
    private Matmuls() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        ops.add(tensorMatmul());
        ops.add(tensorMatmulAcc());
        for (String name : List.of("matmul", "gemv", "batch_matmul")) {
            boolean gemv = name.equals("gemv");
            ops.add(requestable(name, phase(start(name, false, "Product of two tiles."), gemv))
                    .operator(name.equals("matmul") ? "@" : "")
                    .operands(lhs(), rhs())
                    .rule(args -> tileProduct(args, gemv)));
            ops.add(requestable(
                            name,
                            phase(
                                    start(name + "_acc", false, "Adds the product of two tiles to an accumulator."),
                                    gemv))
                    .operands(acc(OperandKind.TILE), lhs(), rhs(), initCond())
                    .gives("acc")
                    .rule(args -> accumulate(args, tileProduct(args, gemv))));
            if (!name.equals("batch_matmul")) {
                ops.add(phase(start(name + "_bias", false, "Product of two tiles plus a bias row."), gemv)
                        .operands(
                                lhs(),
                                rhs(),
                                Parts.tile("bias", "[1, N]").in(MemorySpace.BIAS, MemorySpace.MAT, MemorySpace.VEC))
                        .rule(args -> withBias(args, tileProduct(args, gemv))));
            }
        }
        ops.addAll(microscaled());
        return ops;
    }

    private static OpBuilder start(String name, boolean scaled, String doc) {
        Semantics.Accumulation accumulation = name.endsWith("_acc")
                ? Semantics.Accumulation.ACCUMULATOR
                : name.endsWith("_bias") ? Semantics.Accumulation.BIAS : Semantics.Accumulation.NOTHING;
        return new OpBuilder("tile." + name, doc)
                .means(new Semantics.Contract(accumulation, scaled))
                .on(CoreAffinity.CUBE)
                .formula(
                        name.endsWith("_acc")
                                ? "acc += lhs @ rhs (or = when init_cond)"
                                : name.endsWith("_bias") ? "out = lhs @ rhs + bias" : "out = lhs @ rhs");
    }

    /// Products of two matrices may ask for a hand-written kernel.
    private static OpBuilder requestable(String name, OpBuilder builder) {
        return name.equals("matmul") ? MicroKernels.requestable(builder) : builder;
    }

    private static OpBuilder phase(OpBuilder builder, boolean gemv) {
        return gemv
                ? builder.attribute("acc_phase", Parts.INT, Parts.integer(0), "which part of an accumulation this is")
                : builder;
    }

    private static Operand lhs() {
        return Parts.tile("lhs", "[M, K]").in(MemorySpace.LEFT, MemorySpace.MAT, MemorySpace.VEC);
    }

    private static Operand rhs() {
        return Parts.tile("rhs", "[K, N]").in(MemorySpace.RIGHT, MemorySpace.MAT, MemorySpace.VEC);
    }

    private static Operand acc(OperandKind kind) {
        Operand acc = Operand.of("acc", kind, "[M, N], read and written").with(Effect.READ_WRITE);
        return kind == OperandKind.TILE ? acc.in(MemorySpace.ACC) : acc;
    }

    private static Operand initCond() {
        return Parts.scalar("init_cond", "overwrite instead of accumulating when true")
                .literal(DataType.BOOL)
                .asOptional();
    }

    private static Op tensorMatmul() {
        return Tier.TENSOR
                .op("matmul", "Matrix product; leading dimensions are batches and broadcast.")
                .means(new Semantics.Contract(Semantics.Accumulation.NOTHING, false))
                .operator("@")
                .formula(
                        "out = a @ b, transposed as asked, accumulated in FP32, in INT32, or in 64 bits if a and b have them")
                .operands(Tier.TENSOR.operand("lhs", "[…, M, K]"), Tier.TENSOR.operand("rhs", "[…, K, N]"))
                .on(CoreAffinity.CUBE)
                .optional(
                        "out_dtype",
                        Parts.ELEMENT,
                        "element type of the result; when left out, that of the operands, and INT32 for integers of fewer than 64 bits")
                .attribute("a_trans", Parts.BOOL, Parts.FALSE, "lhs is [K, M]")
                .attribute("b_trans", Parts.BOOL, Parts.FALSE, "rhs is [N, K]")
                .attribute("c_matrix_nz", Parts.BOOL, Parts.FALSE, "write the result in NZ layout")
                .rule(args -> {
                    DataType input = sameOperands(args);
                    DataType out = args.element("out_dtype").orElse(input.isInteger() ? integers(input) : input);
                    return new TensorType(product(args, args.flag("a_trans"), args.flag("b_trans")), out);
                });
    }

    private static Op tensorMatmulAcc() {
        return Tier.TENSOR
                .op("matmul_acc", "Adds a matrix product to an accumulator.")
                .means(new Semantics.Contract(Semantics.Accumulation.ACCUMULATOR, false))
                .formula("out = acc + lhs @ rhs (or lhs @ rhs when init_cond)")
                .operands(
                        acc(OperandKind.TENSOR),
                        Tier.TENSOR.operand("lhs", "[…, M, K]"),
                        Tier.TENSOR.operand("rhs", "[…, K, N]"),
                        initCond())
                .on(CoreAffinity.CUBE)
                .attribute("a_trans", Parts.BOOL, Parts.FALSE, "lhs is [K, M]")
                .attribute("b_trans", Parts.BOOL, Parts.FALSE, "rhs is [N, K]")
                .gives("acc")
                .rule(args -> {
                    sameOperands(args);
                    return accumulate(
                            args,
                            new TensorType(
                                    product(args, args.flag("a_trans"), args.flag("b_trans")),
                                    args.shaped("acc").dtype()));
                });
    }

    private static DataType sameOperands(OpArgs args) {
        DataType a = args.shaped("lhs").dtype();
        DataType b = args.shaped("rhs").dtype();
        boolean eightBit = a.isFloat() && b.isFloat() && a.bits() == 8 && b.bits() == 8;
        if (!eightBit) {
            Rules.sameDtype(args, "lhs", "rhs");
        }
        Rules.dtype(
                args,
                "lhs",
                "a numeric type other than FP8E8M0, the type of scales",
                d -> d.isNumeric() && d != DataType.FP8E8M0);
        return a;
    }

    /// The shape of a product, batches broadcast.
    private static List<Expr> product(OpArgs args, boolean aTrans, boolean bTrans) {
        Rules.rank(args, "lhs", 2, Integer.MAX_VALUE);
        Rules.rank(args, "rhs", 2, Integer.MAX_VALUE);
        List<Expr> a = args.shaped("lhs").shape();
        List<Expr> b = args.shaped("rhs").shape();
        Expr m = a.get(a.size() - (aTrans ? 1 : 2));
        Expr k = a.get(a.size() - (aTrans ? 2 : 1));
        Expr k2 = b.get(b.size() - (bTrans ? 1 : 2));
        Expr n = b.get(b.size() - (bTrans ? 2 : 1));
        if (Dims.differ(k, k2)) {
            throw args.at(
                    "rhs",
                    LanguageCode.SHAPES_DIFFER,
                    "the inner extents differ: `lhs` " + Describe.shape(a) + " gives K = " + k + ", `rhs` "
                            + Describe.shape(b) + " gives K = " + k2,
                    "use a_trans=True or b_trans=True for a transposed operand");
        }
        var shape = new ArrayList<>(Dims.broadcast(a.subList(0, a.size() - 2), b.subList(0, b.size() - 2))
                .orElseThrow(() -> args.at(
                        "rhs",
                        LanguageCode.SHAPES_DIFFER,
                        "the batches " + Describe.shape(a) + " and " + Describe.shape(b) + " do not broadcast",
                        "")));
        shape.add(m);
        shape.add(n);
        return shape;
    }

    private static DataType integers(DataType input) {
        return TileTypes.integerProduct(input.storage()) == input.storage() ? input : DataType.INT32;
    }

    private static TileType tileProduct(OpArgs args, boolean gemv) {
        MicroKernels.check(args);
        DataType input = sameOperands(args);
        List<Expr> shape = product(args, false, false);
        if (gemv && Dims.differ(shape.get(shape.size() - 2), ConstInt.index(1))) {
            throw args.at(
                    "lhs",
                    LanguageCode.SHAPES_DIFFER,
                    "the left operand of a gemv has one row, found "
                            + Describe.shape(args.shaped("lhs").shape()),
                    "use pl.tile.matmul");
        }
        return new TileType(shape, input.isInteger() ? integers(input) : DataType.FP32, MemorySpace.ACC);
    }

    private static Type accumulate(OpArgs args, Shaped product) {
        Shaped acc = args.shaped("acc");
        if (Dims.differ(acc.shape(), product.shape())) {
            throw args.at(
                    "acc",
                    LanguageCode.SHAPES_DIFFER,
                    "the accumulator must have the shape " + Describe.shape(product.shape()) + " of the product, found "
                            + Describe.shape(acc.shape()),
                    "");
        }
        if (acc.dtype() != product.dtype()) {
            throw args.at(
                    "acc",
                    LanguageCode.TYPES_DIFFER,
                    "the accumulator must be " + product.dtype() + ", found " + acc.dtype(),
                    "");
        }
        return acc;
    }

    private static Type withBias(OpArgs args, TileType product) {
        List<Expr> bias = args.shaped("bias").shape();
        if (bias.size() < 2
                || !Dims.isOne(bias.get(bias.size() - 2))
                || Dims.differ(bias.getLast(), product.shape().getLast())) {
            throw args.at(
                    "bias",
                    LanguageCode.SHAPES_DIFFER,
                    "the bias must have the shape [1, " + product.shape().getLast() + "], found "
                            + Describe.shape(bias),
                    "");
        }
        return product;
    }

    private static List<Op> microscaled() {
        var ops = new ArrayList<Op>();
        for (String suffix : List.of("", "_acc", "_bias")) {
            OpBuilder builder = start(
                    "matmul_mx" + suffix,
                    true,
                    "Product of block-scaled 8-bit tiles: every 32 elements along K share a scale.");
            builder.formula("out = (lhs · 2^lscale) @ (rhs · 2^rscale)");
            if (suffix.equals("_acc")) {
                builder.operands(acc(OperandKind.TILE)).gives("acc");
            }
            builder.operands(lhs(), Parts.tile("lscale", "[M, K/32]"), rhs(), Parts.tile("rscale", "[K/32, N]"));
            if (suffix.equals("_bias")) {
                builder.operands(Parts.tile("bias", "[1, N]").in(MemorySpace.BIAS, MemorySpace.MAT, MemorySpace.VEC));
            }
            ops.add(builder.rule(args -> {
                Rules.dtype(args, "lscale", "FP8E8M0", d -> d == DataType.FP8E8M0);
                Rules.dtype(args, "rscale", "FP8E8M0", d -> d == DataType.FP8E8M0);
                TileType product = tileProduct(args, false);
                return switch (suffix) {
                    case "_acc" -> accumulate(args, product);
                    case "_bias" -> withBias(args, product);
                    default -> product;
                };
            }));
        }
        ops.add(new OpBuilder("tile.tget_scale_addr", "Binds a scale tile to the address that belongs to its data.")
                .means(Semantics.View.SAME)
                .formula("out = dst_scale")
                .operands(
                        Parts.tile("dst_scale", "the scale tile").with(Effect.WRITE),
                        Parts.tile("src", "the data tile"))
                .on(CoreAffinity.CUBE)
                .gives("dst_scale")
                .forPasses()
                .rule(args -> args.type("dst_scale")));
        return ops;
    }
}
