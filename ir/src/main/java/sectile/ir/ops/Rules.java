package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.Type;
import sectile.ir.expr.VoidType;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// Checks and results that type rules share.
final class Rules {
    private Rules() {}

    static final Type NOTHING = VoidType.INSTANCE;

    /// A value of the same kind as `model`; a tile that is computed lies in vector memory.
    static Shaped like(Shaped model, List<Expr> shape, DataType dtype) {
        if (model instanceof TileType tile) {
            boolean sameShape = tile.view() != null && !Dims.differ(tile.shape(), shape);
            TileView view =
                    sameShape && !tile.validShape().equals(tile.shape()) ? TileView.valid(tile.validShape()) : null;
            return new TileType(shape, dtype, MemorySpace.VEC, null, view);
        }
        return model.plain(shape, dtype);
    }

    static void sameDtype(OpArgs args, String first, String second) {
        DataType a = args.shaped(first).dtype();
        DataType b = args.shaped(second).dtype();
        if (a != b) {
            throw args.at(
                    second,
                    LanguageCode.TYPES_DIFFER,
                    "`" + first + "` is " + a + " but `" + second + "` is " + b + "; "
                            + args.op().surface() + " does not convert between element types",
                    "convert one with pl.cast");
        }
    }

    static List<Expr> broadcast(OpArgs args, String first, String second) {
        List<Expr> a = args.shaped(first).shape();
        List<Expr> b = args.shaped(second).shape();
        return Dims.broadcast(a, b)
                .orElseThrow(() -> args.at(
                        second,
                        LanguageCode.SHAPES_DIFFER,
                        "shapes " + Describe.shape(a) + " of `" + first + "` and " + Describe.shape(b) + " of `"
                                + second + "` do not broadcast",
                        "extents must be equal or 1, counted from the right"));
    }

    static void sameShape(OpArgs args, String first, String second) {
        List<Expr> a = args.shaped(first).shape();
        List<Expr> b = args.shaped(second).shape();
        if (Dims.differ(a, b)) {
            throw args.at(
                    second,
                    LanguageCode.SHAPES_DIFFER,
                    "`" + second + "` must have the shape " + Describe.shape(a) + " of `" + first + "`, found "
                            + Describe.shape(b),
                    "");
        }
    }

    static void rank(OpArgs args, String operand, int atLeast, int atMost) {
        int rank = args.shaped(operand).rank();
        if (rank < atLeast || rank > atMost) {
            String expected = atLeast == atMost
                    ? "rank " + atLeast
                    : atMost == Integer.MAX_VALUE
                            ? "rank " + atLeast + " or more"
                            : "rank " + atLeast + " to " + atMost;
            throw args.at(
                    operand,
                    LanguageCode.RANK,
                    "`" + operand + "` of " + args.op().surface() + " must have " + expected + ", found "
                            + Describe.shape(args.shaped(operand).shape()),
                    "");
        }
    }

    static void dtype(OpArgs args, String operand, String expected, java.util.function.Predicate<DataType> allowed) {
        DataType found = args.type(operand) instanceof ScalarType scalar
                ? scalar.dtype()
                : args.shaped(operand).dtype();
        if (!allowed.test(found)) {
            throw args.at(
                    operand,
                    LanguageCode.ELEMENT_TYPE,
                    "`" + operand + "` of " + args.op().surface() + " must be " + expected + ", found " + found,
                    "convert it with pl.cast");
        }
    }

    static void integers(OpArgs args, String operand) {
        dtype(args, operand, "an integer type", d -> d.isInteger() || d == DataType.BOOL);
    }

    /// Checks that an operand can count elements.
    static void indices(OpArgs args, String operand) {
        dtype(args, operand, "an integer type", DataType::isInteger);
    }

    static void floats(OpArgs args, String operand) {
        dtype(args, operand, "a floating-point type", DataType::isFloat);
    }

    /// Checks that a list has one entry per dimension.
    static List<Expr> perDimension(OpArgs args, String operand, Shaped of) {
        List<Expr> list = args.list(operand);
        if (list.size() != of.rank()) {
            throw args.at(
                    operand,
                    LanguageCode.LIST_LENGTH,
                    "`" + operand + "` of " + args.op().surface() + " needs " + of.rank() + " entries for "
                            + Describe.type(of) + ", found " + list.size(),
                    "");
        }
        return list;
    }

    /// Checks that extents are not constants below one.
    static List<Expr> extents(OpArgs args, String operand) {
        List<Expr> list = args.list(operand);
        for (Expr extent : list) {
            OptionalLong value = Dims.constant(extent);
            if (value.isPresent() && value.getAsLong() < 1) {
                throw args.at(
                        operand,
                        LanguageCode.BAD_EXTENT,
                        "an extent must be at least 1, found " + value.getAsLong(),
                        "");
            }
        }
        return list;
    }

    /// An attribute that is an extent.
    static Expr extent(OpArgs args, String attribute) {
        long value = args.integer(attribute);
        if (value < 1) {
            throw args.error(LanguageCode.BAD_EXTENT, "`" + attribute + "` must be at least 1, found " + value, "");
        }
        return sectile.ir.expr.ConstInt.index(value);
    }

    /// Checks what can be decided of `offset + shape ≤ extent`.
    static void inBounds(OpArgs args, String operand, List<Expr> offsets, List<Expr> shape, Shaped of) {
        for (int i = 0; i < offsets.size(); i++) {
            OptionalLong offset = Dims.constant(offsets.get(i));
            OptionalLong size = Dims.constant(shape.get(i));
            OptionalLong extent = Dims.constant(of.shape().get(i));
            if (offset.isPresent() && offset.getAsLong() < 0) {
                throw args.at(
                        operand,
                        LanguageCode.OUT_OF_BOUNDS,
                        "the offset " + offset.getAsLong() + " in dimension " + i + " is negative",
                        "");
            }
            if (offset.isPresent()
                    && size.isPresent()
                    && extent.isPresent()
                    && offset.getAsLong() + size.getAsLong() > extent.getAsLong()) {
                throw args.at(
                        operand,
                        LanguageCode.OUT_OF_BOUNDS,
                        "elements " + offset.getAsLong() + " to " + (offset.getAsLong() + size.getAsLong())
                                + " of dimension " + i + " are outside its extent " + extent.getAsLong(),
                        "the whole is " + Describe.type(of));
            }
        }
    }

    /// A constant axis, negative ones counted from the end.
    static int axis(OpArgs args, String operand, int rank) {
        long axis = args.constant(operand)
                .orElseThrow(() -> args.at(operand, LanguageCode.BAD_AXIS, "`" + operand + "` must be a constant", ""));
        return axis(args, operand, axis, rank);
    }

    static int axis(OpArgs args, String what, long axis, int rank) {
        if (axis < -rank || axis >= rank) {
            String message = "axis " + axis + " is outside a value of rank " + rank;
            throw args.op().findOperand(what).isPresent()
                    ? args.at(what, LanguageCode.BAD_AXIS, message, "")
                    : args.error(LanguageCode.BAD_AXIS, message, "");
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    static List<Expr> with(List<Expr> shape, int axis, Expr extent) {
        var copy = new ArrayList<>(shape);
        copy.set(axis, extent);
        return copy;
    }

    static List<Expr> without(List<Expr> shape, int axis) {
        var copy = new ArrayList<>(shape);
        copy.remove(axis);
        return copy;
    }
}
