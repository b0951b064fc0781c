package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
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
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.AtomicType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.PadValue;

/// Elements and regions by position.
final class Indexing {
    private Indexing() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (Tier tier : Tier.values()) {
            Operand value = tier == Tier.TILE ? Parts.tile("tile", "the tile") : Parts.global("tensor", "the tensor");
            ops.add(read(tier, value));
            ops.add(write(tier, value));
            ops.add(slice(tier));
            ops.add(assemble(tier));
        }
        ops.add(Tier.TENSOR
                .op("dim", "The extent of an axis.")
                .means(Semantics.Query.EXTENT)
                .formula("out = shape[axis]")
                .operands(
                        Parts.global("tensor", "the tensor").with(Effect.NONE), Parts.index("axis", "a constant axis"))
                .rule(args -> {
                    Rules.axis(args, "axis", args.shaped("tensor").rank());
                    return ScalarType.INDEX;
                }));
        ops.add(extract());
        return ops;
    }

    private static Op read(Tier tier, Operand value) {
        return tier.op("read", "One element.")
                .means(Semantics.Element.READ)
                .formula("out = " + value.name() + "[indices]")
                .operands(value, Parts.list("indices", "one index per dimension, or one flat index"))
                .on(CoreAffinity.SHARED)
                .rule(args -> {
                    Shaped from = args.shaped(value.name());
                    position(args, from);
                    return ScalarType.of(from.dtype());
                });
    }

    private static Op write(Tier tier, Operand value) {
        return tier.op("write", "Sets one element.")
                .means(Semantics.Element.WRITE)
                .formula(value.name() + "[indices] = value")
                .operands(
                        value.with(Effect.READ_WRITE),
                        Parts.list("indices", "one index per dimension, or one flat index"),
                        Parts.scalar("value", "the new value"))
                .gives(value.name())
                .on(CoreAffinity.SHARED)
                .once()
                .rule(args -> {
                    Shaped to = args.shaped(value.name());
                    position(args, to);
                    DataType found = args.scalar("value");
                    if (found != to.dtype() && !(found.isInteger() && to.dtype().isInteger())) {
                        throw args.at(
                                "value",
                                LanguageCode.TYPES_DIFFER,
                                "an element of " + Describe.type(to) + " is " + to.dtype() + ", found " + found,
                                "convert it with pl.cast");
                    }
                    return to;
                });
    }

    private static void position(OpArgs args, Shaped of) {
        List<Expr> indices = args.list("indices");
        if (indices.size() == 1 && of.rank() != 1) {
            return; // a flat index
        }
        Rules.perDimension(args, "indices", of);
        for (int i = 0; i < indices.size(); i++) {
            OptionalLong index = Dims.constant(indices.get(i));
            OptionalLong extent = Dims.constant(of.shape().get(i));
            if (index.isPresent()
                    && (index.getAsLong() < 0 || (extent.isPresent() && index.getAsLong() >= extent.getAsLong()))) {
                throw args.at(
                        "indices",
                        LanguageCode.OUT_OF_BOUNDS,
                        "index " + index.getAsLong() + " is outside dimension " + i + " of " + Describe.type(of),
                        "");
            }
        }
    }

    private static Op slice(Tier tier) {
        OpBuilder builder = tier.op("slice", "A region of a " + tier.noun() + ", as a view of the same memory.")
                .means(Semantics.View.SLICE)
                .formula("out[i] = input[offset + i]")
                .operands(
                        tier == Tier.TILE ? Parts.tile("input", "the whole") : Parts.global("input", "the whole"),
                        Parts.list("shape", "extents of the region"),
                        Parts.list("offset", "its first element"),
                        Parts.validShape(),
                        Parts.list("drop_dims", "axes of extent 1 to leave out").asOptional())
                .attribute(
                        "pad_value",
                        Parts.oneOf(PadValue.values()),
                        Parts.sym(PadValue.NULL),
                        "what the invalid part reads as")
                .on(CoreAffinity.SHARED);
        if (tier == Tier.TENSOR) {
            builder.attribute("clamp", Parts.BOOL, Parts.FALSE, "shrink the valid part at the edge");
        }
        return builder.rule(Indexing::sliced);
    }

    private static Type sliced(OpArgs args) {
        Shaped input = args.shaped("input");
        Rules.perDimension(args, "shape", input);
        List<Expr> shape = Rules.extents(args, "shape");
        List<Expr> offset = Rules.perDimension(args, "offset", input);
        boolean valid = args.has("valid_shape");
        if (valid) {
            Rules.perDimension(args, "valid_shape", input);
        }
        boolean clamp = args.op().findAttribute("clamp").isPresent() && args.flag("clamp");
        if (!clamp) {
            Rules.inBounds(args, "offset", offset, valid ? args.list("valid_shape") : shape, input);
        }
        var dropped = new TreeSet<Integer>();
        for (Expr axis : args.list("drop_dims")) {
            long value = Dims.constant(axis)
                    .orElseThrow(
                            () -> args.at("drop_dims", LanguageCode.BAD_AXIS, "a dropped axis must be a constant", ""));
            int index = Rules.axis(args, "drop_dims", value, input.rank());
            if (Dims.differ(shape.get(index), sectile.ir.expr.ConstInt.index(1))) {
                throw args.at(
                        "drop_dims",
                        LanguageCode.SHAPES_DIFFER,
                        "axis " + index + " of extent " + shape.get(index) + " cannot be dropped",
                        "only axes of extent 1 can");
            }
            dropped.add(index);
        }
        return Transforms.keep(input, drop(shape, dropped), input.dtype(), drop(args.list("valid_shape"), dropped));
    }

    private static List<Expr> drop(List<Expr> shape, NavigableSet<Integer> axes) {
        if (shape.isEmpty()) {
            return shape;
        }
        var kept = new ArrayList<>(shape);
        for (int axis : axes.descendingSet()) {
            kept.remove(axis);
        }
        return kept;
    }

    private static Op assemble(Tier tier) {
        Operand target = tier == Tier.TILE ? Parts.tile("target", "the whole") : Parts.global("target", "the whole");
        OpBuilder builder = tier.op("assemble", "Writes a region of a " + tier.noun() + ".")
                .means(Semantics.Move.ASSEMBLE)
                .formula("target[offset + i] = source[i] (+= when atomic)");
        if (tier == Tier.TENSOR) {
            builder.operands(
                            Movement.written(target),
                            Operand.of("source", OperandKind.SHAPED, "the new contents"),
                            Parts.list("offset", "its first element"))
                    .attribute(
                            "atomic",
                            Parts.oneOf(AtomicType.values()),
                            Parts.sym(AtomicType.NONE),
                            "add to what is there");
        } else {
            builder.operands(
                    target.with(Effect.READ_WRITE),
                    Parts.tile("source", "the new contents"),
                    Parts.list("offset", "its first element"));
        }
        return builder.gives("target").on(CoreAffinity.SHARED).once().rule(args -> {
            Shaped whole = args.shaped("target");
            Shaped part = args.shaped("source");
            // A product in FP32 may be added to halves.
            boolean narrowed = tier == Tier.TENSOR
                    && args.symbol("atomic", AtomicType.class).orElse(AtomicType.NONE) == AtomicType.ADD
                    && part.dtype() == DataType.FP32
                    && (whole.dtype() == DataType.BF16 || whole.dtype() == DataType.FP16);
            if (!narrowed) {
                Rules.sameDtype(args, "target", "source");
            }
            List<Expr> offset = Rules.perDimension(args, "offset", whole);
            List<Expr> shape = Movement.widen(part.shape(), whole.rank());
            if (shape.size() != whole.rank()) {
                throw args.at(
                        "source",
                        LanguageCode.RANK,
                        "a value of rank " + part.rank() + " does not fit into " + Describe.type(whole),
                        "");
            }
            Rules.inBounds(args, "offset", offset, shape, whole);
            if (tier == Tier.TENSOR) {
                Movement.atomic(args, whole.dtype());
            }
            return whole;
        });
    }

    private static Op extract() {
        return Tier.TILE
                .op("extract", "Copies a region of a tile to another memory.")
                .means(Semantics.Move.EXTRACT)
                .formula("out[i, j] = src[row + i, col + j]")
                .operands(
                        Parts.tile("src", "the whole"),
                        Parts.index("row", "first row"),
                        Parts.index("col", "first column"),
                        Parts.list("shape", "extents of the region"))
                .attribute("target_memory", Parts.oneOf(MemorySpace.values()), Parts.sym(MemorySpace.VEC), "where to")
                .on(CoreAffinity.SHARED)
                .notInPlace()
                .rule(args -> {
                    Rules.rank(args, "src", 2, 2);
                    List<Expr> shape = Rules.perDimension(args, "shape", args.shaped("src"));
                    Rules.inBounds(args, "shape", List.of(args.arg("row"), args.arg("col")), shape, args.shaped("src"));
                    return new TileType(
                            shape,
                            args.shaped("src").dtype(),
                            args.symbol("target_memory", MemorySpace.class).orElseThrow());
                });
    }
}
