package sectile.ir.ops;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.PadValue;
import sectile.ir.symbol.TensorLayout;

/// Other shapes of the same elements, and padding.
final class Transforms {
    private Transforms() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (Tier tier : Tier.values()) {
            ops.add(reshape(tier));
            ops.add(reinterpret(tier));
            ops.add(transpose(tier));
            ops.add(concat(tier));
            ops.add(setValidShape(tier));
            ops.addAll(fillpad(tier));
        }
        ops.add(view());
        ops.add(transposeView());
        return ops;
    }

    /// A value like `model`, with its memory kept and a valid part if one is given.
    static Type keep(Shaped model, List<Expr> shape, DataType dtype, List<Expr> valid) {
        return switch (model) {
            case TileType tile ->
                new TileType(shape, dtype, tile.space(), null, valid.isEmpty() ? null : TileView.valid(valid));
            case TensorType tensor -> new TensorType(shape, dtype, tensorView(valid), null);
            case sectile.ir.expr.DistributedTensorType window ->
                new sectile.ir.expr.DistributedTensorType(shape, dtype, tensorView(valid), null, window.window());
        };
    }

    private static @Nullable TensorView tensorView(List<Expr> valid) {
        return valid.isEmpty() ? null : new TensorView(List.of(), TensorLayout.ND, valid, PadValue.NULL);
    }

    private static Op reshape(Tier tier) {
        return tier.op("reshape", "The same elements in row-major order with another shape.")
                .means(Semantics.View.RESHAPE)
                .formula("out[k] = input[k], flat row-major indices")
                .operands(
                        tier == Tier.TILE
                                ? Parts.tile("input", "what to reshape")
                                : Parts.global("input", "what to reshape"),
                        Parts.list("shape", "new extents"),
                        Parts.validShape())
                .on(CoreAffinity.SHARED)
                .rule(args -> {
                    List<Expr> shape = Rules.extents(args, "shape");
                    OptionalLong before = Dims.elements(args.shaped("input").shape());
                    OptionalLong after = Dims.elements(shape);
                    if (before.isPresent() && after.isPresent() && before.getAsLong() != after.getAsLong()) {
                        throw args.at(
                                "shape",
                                LanguageCode.SHAPES_DIFFER,
                                Describe.shape(args.shaped("input").shape()) + " has " + before.getAsLong()
                                        + " elements, " + Describe.shape(shape) + " has " + after.getAsLong(),
                                "");
                    }
                    return keep(
                            args.shaped("input"), shape, args.shaped("input").dtype(), args.list("valid_shape"));
                });
    }

    private static Op reinterpret(Tier tier) {
        return tier.op("reinterpret_view", "The same bits as another element type.")
                .means(Semantics.View.REINTERPRET)
                .formula("out = the bits of data")
                .operands(tier.operand("data", "what to reinterpret"), Parts.list("shape", "new extents"))
                .required("dtype", Parts.ELEMENT, "new element type")
                .on(CoreAffinity.SHARED)
                .rule(args -> {
                    Shaped data = args.shaped("data");
                    List<Expr> shape = Rules.extents(args, "shape");
                    DataType dtype = args.element("dtype").orElseThrow();
                    OptionalLong before = Dims.elements(data.shape());
                    OptionalLong after = Dims.elements(shape);
                    if (before.isPresent()
                            && after.isPresent()
                            && before.getAsLong() * data.dtype().bits() != after.getAsLong() * dtype.bits()) {
                        throw args.at(
                                "shape",
                                LanguageCode.SHAPES_DIFFER,
                                Describe.type(data) + " and " + Describe.shape(shape) + " of " + dtype
                                        + " differ in size",
                                "");
                    }
                    return keep(data, shape, dtype, List.of());
                });
    }

    private static Op transpose(Tier tier) {
        OpBuilder builder = tier.op("transpose", "Exchanges two axes.")
                .means(Semantics.Rearrange.TRANSPOSE)
                .formula("out[…, j, …, i, …] = input[…, i, …, j, …]")
                .operands(
                        tier.operand("input", "what to transpose"),
                        Parts.index("axis1", "an axis"),
                        Parts.index("axis2", "the other axis"))
                .notInPlace();
        builder.operands(tier == Tier.TILE ? Parts.tmp() : Parts.validShape());
        return builder.rule(args -> {
            Shaped input = args.shaped("input");
            int a = Rules.axis(args, "axis1", input.rank());
            int b = Rules.axis(args, "axis2", input.rank());
            var shape = new ArrayList<>(input.shape());
            Collections.swap(shape, a, b);
            return tier == Tier.TILE
                    ? Rules.like(input, shape, input.dtype())
                    : keep(input, shape, input.dtype(), args.list("valid_shape"));
        });
    }

    private static Op transposeView() {
        return Tier.TILE
                .op(
                        "transpose_view",
                        "The transposed tile in the same memory, rows and columns of its blocks exchanged.")
                .means(Semantics.View.TRANSPOSE)
                .formula("out[…, j, i] = tile[…, i, j]")
                .operands(
                        Parts.tile("tile", "what to look at").in(MemorySpace.MAT, MemorySpace.LEFT, MemorySpace.RIGHT))
                .on(CoreAffinity.SHARED)
                .rule(args -> {
                    Rules.rank(args, "tile", 2, Integer.MAX_VALUE);
                    TileType tile = args.tile("tile");
                    var shape = new ArrayList<>(tile.shape());
                    Collections.swap(shape, shape.size() - 2, shape.size() - 1);
                    return new TileType(shape, tile.dtype(), tile.space());
                });
    }

    private static Op concat(Tier tier) {
        return tier.op("concat", "Puts two values side by side along the last axis.")
                .means(Semantics.Rearrange.CONCATENATE)
                .formula("out = src0 then src1, along the columns")
                .operands(tier.operand("src0", "left part"), tier.operand("src1", "right part"))
                .notInPlace()
                .rule(args -> {
                    Rules.sameDtype(args, "src0", "src1");
                    List<Expr> a = args.shaped("src0").shape();
                    List<Expr> b = args.shaped("src1").shape();
                    if (a.isEmpty()
                            || a.size() != b.size()
                            || Dims.differ(a.subList(0, a.size() - 1), b.subList(0, b.size() - 1))) {
                        throw args.at(
                                "src1",
                                LanguageCode.SHAPES_DIFFER,
                                Describe.shape(a) + " and " + Describe.shape(b) + " differ outside the last axis",
                                "");
                    }
                    return Rules.like(
                            args.shaped("src0"),
                            Rules.with(a, a.size() - 1, Dims.add(a.getLast(), b.getLast())),
                            args.shaped("src0").dtype());
                });
    }

    private static Op setValidShape(Tier tier) {
        String operand = tier.noun();
        return tier.op("set_validshape", "The same memory, of which only the first rows and columns hold data.")
                .means(Semantics.View.VALID_PART)
                .formula("out = " + operand + ", valid part [rows, cols]")
                .operands(
                        tier.operand(operand, "what to restrict"),
                        Parts.index("rows", "valid rows"),
                        Parts.index("cols", "valid columns"))
                .gives(operand)
                .on(CoreAffinity.SHARED)
                .rule(args -> {
                    Rules.rank(args, operand, 2, 2);
                    Shaped value = args.shaped(operand);
                    List<Expr> valid = List.of(args.arg("rows"), args.arg("cols"));
                    for (int i = 0; i < 2; i++) {
                        OptionalLong size = Dims.constant(valid.get(i));
                        OptionalLong extent = Dims.constant(value.shape().get(i));
                        if (size.isPresent()
                                && (size.getAsLong() < 0
                                        || (extent.isPresent() && size.getAsLong() > extent.getAsLong()))) {
                            throw args.at(
                                    i == 0 ? "rows" : "cols",
                                    LanguageCode.OUT_OF_BOUNDS,
                                    "a valid extent of " + size.getAsLong() + " does not fit " + Describe.type(value),
                                    "");
                        }
                    }
                    return keep(value, value.shape(), value.dtype(), valid);
                });
    }

    private static List<Op> fillpad(Tier tier) {
        String operand = tier.noun();
        var ops = new ArrayList<Op>();
        ops.add(pad(tier.op("fillpad", "Fills what holds no data, so that all of it does."))
                .means(Semantics.Rearrange.PAD)
                .formula("out = a where valid, else the pad value")
                .operands(tier.operand(operand, "a"))
                .rule(args -> padded(args, operand, args.shaped(operand).shape())));
        ops.add(pad(tier.op("fillpad_expand", "Copies to a larger shape and fills the rest."))
                .means(Semantics.Rearrange.PAD_TO_SHAPE)
                .formula("out = a where valid, else the pad value")
                .operands(tier.operand(operand, "a"), Parts.list("shape", "new extents"))
                .notInPlace()
                .rule(args -> {
                    List<Expr> shape = Rules.perDimension(args, "shape", args.shaped(operand));
                    for (int i = 0; i < shape.size(); i++) {
                        OptionalLong from =
                                Dims.constant(args.shaped(operand).shape().get(i));
                        OptionalLong to = Dims.constant(shape.get(i));
                        if (from.isPresent() && to.isPresent() && to.getAsLong() < from.getAsLong()) {
                            throw args.at(
                                    "shape",
                                    LanguageCode.SHAPES_DIFFER,
                                    "dimension " + i + " shrinks from " + from.getAsLong() + " to " + to.getAsLong(),
                                    "");
                        }
                    }
                    return padded(args, operand, shape);
                }));
        if (tier == Tier.TILE) {
            ops.add(pad(tier.op("fillpad_inplace", "Fills what holds no data, in the same memory."))
                    .means(Semantics.Rearrange.PAD_IN_PLACE)
                    .formula("a = a where valid, else the pad value")
                    .operands(Parts.tile("tile", "a").with(Effect.READ_WRITE))
                    .gives("tile")
                    .once()
                    .rule(args -> padded(args, operand, args.shaped(operand).shape())));
        }
        return ops;
    }

    private static OpBuilder pad(OpBuilder builder) {
        return builder.attribute(
                "pad_value", Parts.oneOf(PadValue.values()), Parts.sym(PadValue.ZERO), "what to fill with");
    }

    private static Type padded(OpArgs args, String operand, List<Expr> shape) {
        return args.type(operand) instanceof TileType tile
                ? new TileType(shape, tile.dtype(), tile.space())
                : args.shaped(operand).plain(shape, args.shaped(operand).dtype());
    }

    private static Op view() {
        return Tier.TENSOR
                .op("view", "The same memory seen with another shape or layout.")
                .means(Semantics.View.RESHAPE)
                .formula("out = input")
                .operands(
                        Parts.global("input", "what to look at"),
                        Parts.list("shape", "new extents"),
                        Parts.validShape())
                .attribute(
                        "layout", Parts.oneOf(TensorLayout.values()), Parts.sym(TensorLayout.ND), "order of elements")
                .gives("input")
                .rule(args -> {
                    Shaped input = args.shaped("input");
                    List<Expr> shape = Rules.extents(args, "shape");
                    TensorLayout layout =
                            args.symbol("layout", TensorLayout.class).orElseThrow();
                    if (layout == TensorLayout.ND) {
                        return keep(input, shape, input.dtype(), args.list("valid_shape"));
                    }
                    TensorView view = new TensorView(List.of(), layout, args.list("valid_shape"), PadValue.NULL);
                    return input instanceof sectile.ir.expr.DistributedTensorType window
                            ? new sectile.ir.expr.DistributedTensorType(
                                    shape, input.dtype(), view, null, window.window())
                            : new TensorType(shape, input.dtype(), view, null);
                });
    }
}
