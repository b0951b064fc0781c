package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MaskPattern;
import sectile.ir.symbol.MemorySpace;

/// Gather and scatter by index, mask or comparison.
final class Gathers {
    private Gathers() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        ops.add(Tier.TENSOR
                .op("gather", "Takes elements along an axis by index.")
                .means(Semantics.Gather.AXIS)
                .formula("out[…, i, …] = input[…, index[…, i, …], …] along dim")
                .operands(Tier.TENSOR.operand("input", "where from"), Tier.TENSOR.operand("index", "indices"))
                .attribute("dim", Parts.INT, Parts.integer(-1), "the axis")
                .notInPlace()
                .rule(args -> {
                    Rules.indices(args, "index");
                    Rules.rank(args, "input", 1, Integer.MAX_VALUE);
                    Rules.axis(
                            args,
                            "dim",
                            args.integer("dim"),
                            args.shaped("input").rank());
                    Rules.rank(
                            args,
                            "index",
                            args.shaped("input").rank(),
                            args.shaped("input").rank());
                    return new TensorType(
                            args.shaped("index").shape(), args.shaped("input").dtype());
                }));
        ops.add(Tier.TILE
                .op("gather", "Takes elements of a tile by flat index.")
                .means(Semantics.Gather.FLAT)
                .formula("out[i] = src.flat[indices[i]]")
                .operands(Parts.tile("src", "where from"), Parts.tile("indices", "flat indices"), Parts.tmp())
                .notInPlace()
                .rule(args -> {
                    Rules.indices(args, "indices");
                    return Rules.like(
                            args.shaped("src"),
                            args.shaped("indices").shape(),
                            args.shaped("src").dtype());
                }));
        ops.add(Tier.TILE
                .op("gatherb", "Takes blocks of 32 bytes by byte offset.")
                .means(Semantics.Gather.BLOCKS)
                .formula("block i of out = 32 bytes of src at offset[i]")
                .operands(Parts.tile("src", "where from"), Parts.tile("offset", "byte offsets, UINT32"))
                .optional("output_dtype", Parts.ELEMENT, "element type of the result")
                .notInPlace()
                .rule(args -> {
                    Rules.dtype(args, "offset", "UINT32 or INT32", d -> d == DataType.UINT32 || d == DataType.INT32);
                    DataType dtype = args.element("output_dtype")
                            .orElse(args.shaped("src").dtype());
                    List<Expr> shape = args.shaped("offset").shape();
                    Expr perRow = Dims.multiply(shape.getLast(), ConstInt.index(32L * 8 / dtype.bits()));
                    return Rules.like(args.shaped("src"), Rules.with(shape, shape.size() - 1, perRow), dtype);
                }));
        for (Tier tier : Tier.values()) {
            ops.add(gatherMask(tier));
            ops.add(gatherCompare(tier));
            ops.add(gatherRow(tier));
            ops.add(scatterMask(tier));
            ops.add(scatterUpdate(tier));
        }
        ops.add(Tier.TENSOR
                .op("scatter", "Puts elements along an axis by index.")
                .means(Semantics.Scatter.AXIS)
                .formula("out = input; out[…, index[…, i, …], …] = src[…, i, …] along dim")
                .operands(
                        Tier.TENSOR.operand("input", "the whole"),
                        Tier.TENSOR.operand("index", "indices"),
                        Tier.TENSOR.operand("src", "the elements"))
                .attribute("dim", Parts.INT, Parts.integer(-1), "the axis")
                .rule(args -> {
                    Rules.indices(args, "index");
                    Rules.sameDtype(args, "input", "src");
                    Rules.sameShape(args, "index", "src");
                    Rules.axis(
                            args,
                            "dim",
                            args.integer("dim"),
                            args.shaped("input").rank());
                    return args.shaped("input")
                            .plain(
                                    args.shaped("input").shape(),
                                    args.shaped("input").dtype());
                }));
        ops.add(Tier.TILE
                .op("scatter", "Puts elements of a tile by flat index.")
                .means(Semantics.Scatter.FLAT)
                .formula("dst.flat[indexes[i]] = src[i]")
                .operands(
                        Parts.tile("dst", "the whole").with(Effect.READ_WRITE),
                        Parts.tile("src", "the elements"),
                        Parts.tile("indexes", "flat indices"))
                .gives("dst")
                .once()
                .rule(args -> {
                    Rules.indices(args, "indexes");
                    Rules.sameDtype(args, "dst", "src");
                    Rules.sameShape(args, "src", "indexes");
                    return args.type("dst");
                }));
        ops.add(pagedGather());
        return ops;
    }

    private static Op gatherMask(Tier tier) {
        return tier.op("gather_mask", "Keeps the columns that a pattern selects, packed to the left.")
                .means(Semantics.Gather.MASK)
                .formula("out[i, k] = input[i, the k-th selected column]")
                .operands(tier.operand("input", "where from"))
                .required(
                        "mask_pattern",
                        Parts.oneOf(MaskPattern.values()),
                        "which columns of every group, from the right")
                .optional("output_dtype", Parts.ELEMENT, "element type of the same width to read the result as")
                .notInPlace()
                .rule(args -> {
                    Shaped input = args.shaped("input");
                    Rules.rank(args, "input", 2, Integer.MAX_VALUE);
                    int part =
                            part(args.symbol("mask_pattern", MaskPattern.class).orElseThrow());
                    DataType dtype = args.element("output_dtype").orElse(input.dtype());
                    if (dtype.bits() != input.dtype().bits()) {
                        throw args.error(
                                LanguageCode.ELEMENT_TYPE,
                                "output_dtype " + dtype + " is not as wide as " + input.dtype(),
                                "");
                    }
                    return Rules.like(
                            input,
                            Rules.with(
                                    input.shape(),
                                    input.rank() - 1,
                                    divide(input.shape().getLast(), part)),
                            dtype);
                });
    }

    private static Expr divide(Expr extent, int by) {
        var value = Dims.constant(extent);
        return value.isPresent()
                ? ConstInt.index(value.getAsLong() / by)
                : Binary.of(BinaryOp.FLOOR_DIV, extent, ConstInt.index(by), Origin.none());
    }

    /// One element in this many is selected.
    private static int part(MaskPattern pattern) {
        return switch (pattern) {
            case P0101, P1010 -> 2;
            case P0001, P0010, P0100, P1000 -> 4;
            case P1111 -> 1;
        };
    }

    private static Op gatherCompare(Tier tier) {
        String operand = tier == Tier.TILE ? "src" : "input";
        OpBuilder builder = tier.op(
                        "gather_compare",
                        "Column indices, and their count, of the elements of every row that compare with a value.")
                .means(Semantics.Gather.COMPARE)
                .formula("(indices, count) = columns j of row i with a[i, j] ? kvalue")
                .operands(tier.operand(operand, "a"), Parts.scalar("kvalue", "what to compare with"));
        if (tier == Tier.TILE) {
            builder.operands(Parts.tmp());
        }
        return builder.attribute("cmp_mode", Parts.oneOf(CmpType.values()), Parts.sym(CmpType.GT), "the comparison")
                .attribute("offset", Parts.INT, Parts.integer(0), "added to every index")
                .optional("out_cols", Parts.INT, "room for indices per row; all columns when left out")
                .attribute(
                        "count_dtype",
                        Parts.ELEMENT,
                        new sectile.ir.expr.Attr.Element(DataType.INT32),
                        "element type of the count")
                .notInPlace()
                .rule(args -> {
                    Shaped a = args.shaped(operand);
                    Rules.rank(args, operand, 2, 2);
                    Expr columns = args.attrs().has("out_cols")
                            ? Rules.extent(args, "out_cols")
                            : a.shape().getLast();
                    Type indices = Rules.like(a, List.of(a.shape().getFirst(), columns), DataType.INT32);
                    Type count = Rules.like(
                            a,
                            List.of(a.shape().getFirst(), ConstInt.index(1)),
                            args.element("count_dtype").orElseThrow());
                    return new TupleType(List.of(indices, count));
                });
    }

    private static Op gatherRow(Tier tier) {
        return tier.op("gather_row", "Copies a region of a tensor into a region of an accumulating buffer.")
                .means(Semantics.Move.COPY_REGION)
                .formula("acc[dst_offset + i] = src[src_offset + i]")
                .operands(
                        tier.operand("acc", "the buffer").with(Effect.READ_WRITE),
                        Parts.global("src", "where from"),
                        Parts.list("dst_offset", "first element in acc"),
                        Parts.list("src_offset", "first element in src"),
                        Parts.list("shapes", "extents of the region"),
                        Parts.validShape())
                .attribute("transpose", Parts.BOOL, Parts.FALSE, "transpose the region")
                .gives("acc")
                .on(CoreAffinity.SHARED)
                .once()
                .rule(args -> {
                    Rules.sameDtype(args, "acc", "src");
                    Rules.perDimension(args, "dst_offset", args.shaped("acc"));
                    Rules.perDimension(args, "src_offset", args.shaped("src"));
                    Rules.perDimension(args, "shapes", args.shaped("src"));
                    Rules.extents(args, "shapes");
                    return args.type("acc");
                });
    }

    private static Op scatterMask(Tier tier) {
        return tier.op(
                        "scatter_mask",
                        "Spreads columns over the places a pattern selects; the others keep what dst holds.")
                .means(Semantics.Scatter.MASK)
                .formula("out = dst; out[i, the k-th selected column] = input[i, k]")
                .operands(
                        tier.operand("input", "the elements"),
                        tier == Tier.TILE
                                ? tier.operand("dst", "the whole").with(Effect.READ_WRITE)
                                : tier.operand("dst", "the whole"))
                .required(
                        "mask_pattern",
                        Parts.oneOf(MaskPattern.values()),
                        "which columns of every group, from the right")
                .rule(args -> {
                    Rules.sameDtype(args, "input", "dst");
                    Rules.rank(args, "input", 2, 2);
                    Rules.rank(args, "dst", 2, 2);
                    int part =
                            part(args.symbol("mask_pattern", MaskPattern.class).orElseThrow());
                    if (Dims.differ(
                            divide(args.shaped("dst").shape().getLast(), part),
                            args.shaped("input").shape().getLast())) {
                        throw args.at(
                                "dst",
                                LanguageCode.SHAPES_DIFFER,
                                "the pattern selects one column in " + part + " of `dst` "
                                        + Describe.shape(args.shaped("dst").shape()) + ", but `input` is "
                                        + Describe.shape(args.shaped("input").shape()),
                                "");
                    }
                    return args.type("dst");
                });
    }

    private static Op scatterUpdate(Tier tier) {
        return tier.op("scatter_update", "Replaces rows by index, as when a key-value cache is updated.")
                .means(Semantics.Scatter.ROWS)
                .formula("out = input; row index[b, s] of out = row (b, s) of src; 4-D caches count rows across blocks")
                .operands(
                        tier.operand("input", "the cache, 2-D or 4-D").with(Effect.READ_WRITE),
                        tier.operand("index", "rows, [B, S]"),
                        tier.operand("src", "new rows, [B·S, D] or 4-D"))
                .attribute("dim", Parts.INT, Parts.integer(-2), "the axis; only −2")
                .gives("input")
                .once()
                .rule(args -> {
                    Rules.indices(args, "index");
                    Rules.sameDtype(args, "input", "src");
                    Rules.rank(args, "input", 2, 4);
                    Rules.rank(args, "index", 1, 2);
                    rowPerIndex(args);
                    if (args.integer("dim") != -2) {
                        throw args.error(
                                LanguageCode.BAD_AXIS,
                                "scatter_update works along axis −2, found " + args.integer("dim"),
                                "");
                    }
                    return args.type("input");
                });
    }

    /// The rows of a 4-D cache are those of all its blocks.
    private static void rowPerIndex(OpArgs args) {
        List<Expr> cache = args.shaped("input").shape();
        OptionalLong row = Dims.elements(cache.subList(cache.size() == 4 ? 2 : cache.size() - 1, cache.size()));
        OptionalLong rows = Dims.elements(args.shaped("index").shape());
        OptionalLong found = Dims.elements(args.shaped("src").shape());
        if (row.isPresent()
                && rows.isPresent()
                && found.isPresent()
                && found.getAsLong() != rows.getAsLong() * row.getAsLong()) {
            throw args.at(
                    "src",
                    LanguageCode.SHAPES_DIFFER,
                    "`index` names " + rows.getAsLong() + " rows of " + row.getAsLong() + " elements, but `src` is "
                            + Describe.shape(args.shaped("src").shape()),
                    "`src` has one row for every index");
        }
    }

    private static Op pagedGather() {
        return Tier.TENSOR
                .op("paged_gather", "Collects rows of a paged cache by logical index through a block table.")
                .means(Semantics.Gather.PAGED)
                .formula("out[k] = src[block_table[i / block_size] · block_size + i % block_size], i = indices[k]")
                .operands(
                        Tier.TENSOR.operand("src", "the cache, [rows, D]"),
                        Tier.TENSOR.operand("indices", "logical rows"),
                        Tier.TENSOR.operand("block_table", "physical block of every logical block"))
                .required("block_size", Parts.INT, "rows of a block")
                .required("size", Parts.INT, "columns to take")
                .attribute("col_off", Parts.INT, Parts.integer(0), "first column")
                .required("max_indices", Parts.INT, "rows of the result")
                .attribute("is_trans", Parts.BOOL, Parts.FALSE, "transpose the result")
                .attribute("is_b_matrix", Parts.BOOL, Parts.FALSE, "the result is the right operand of a product")
                .attribute(
                        "space",
                        Parts.oneOf(MemorySpace.values()),
                        Parts.sym(MemorySpace.MAT),
                        "where the compiler puts it")
                .notInPlace()
                .rule(args -> {
                    Rules.indices(args, "indices");
                    Rules.indices(args, "block_table");
                    Rules.rank(args, "src", 2, 2);
                    Rules.extent(args, "block_size");
                    List<Expr> shape = List.of(Rules.extent(args, "max_indices"), Rules.extent(args, "size"));
                    return new TensorType(
                            args.flag("is_trans") ? shape.reversed() : shape,
                            args.shaped("src").dtype());
                });
    }
}
