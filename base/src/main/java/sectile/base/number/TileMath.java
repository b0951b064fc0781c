package sectile.base.number;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// The operations of the kernel interface on values. The package documentation states the rules they share.
///
/// Where a number is used as a tile it takes the other operand's element type.
public final class TileMath {
    private TileMath() {}

    public static Tile unary(UnaryFunction op, Tile a) {
        TileTypes.computed(op.text(), a.dtype(), op.legal());
        Tile result = Tile.zeros(a.dtype(), a.shape());
        Elementwise.unary(op, a.packed(), result.packed());
        return result;
    }

    public static Tile binary(BinaryFunction op, Tile a, Tile b) {
        DType dtype = TileTypes.same(op.text(), a.dtype(), b.dtype());
        TileTypes.computed(op.text(), dtype, op.legal());
        Shape shape = TileTypes.broadcast(op.text(), a.shape(), b.shape());
        Tile result = Tile.zeros(dtype, shape);
        try {
            Elementwise.binary(op, operand(a, shape), operand(b, shape), result.packed());
        } catch (UndefinedResultException e) {
            throw Errors.undefined(e, dtype);
        }
        return result;
    }

    public static Tile binary(BinaryFunction op, Tile a, double b) {
        return binary(op, a, Tile.scalar(a.dtype(), b));
    }

    public static Tile binary(BinaryFunction op, double a, Tile b) {
        return binary(op, Tile.scalar(b.dtype(), a), b);
    }

    /// A bool tile saying where the comparison holds.
    public static Tile compare(Comparison op, Tile a, Tile b) {
        TileTypes.same(op.text(), a.dtype(), b.dtype());
        Shape shape = TileTypes.broadcast(op.text(), a.shape(), b.shape());
        Tile result = Tile.zeros(DType.BOOL, shape);
        Elementwise.compare(op, operand(a, shape), operand(b, shape), result.packed());
        return result;
    }

    public static Tile compare(Comparison op, Tile a, double b) {
        return compare(op, a, Tile.scalar(a.dtype(), b));
    }

    /// Folds all elements into a tile of rank 0.
    public static Tile reduce(Reduction op, Tile a) {
        return reduce(op, reshape(a, Shape.of(a.elements())), 0, false);
    }

    /// Folds one axis, counted from the end if negative. The axis disappears, or stays with extent 1.
    public static Tile reduce(Reduction op, Tile a, int axis, boolean keepAxis) {
        TileTypes.computed(op.text(), a.dtype(), op.legal());
        int at = TileTypes.axis(op.text(), axis, a.shape());
        if (!op.hasEmptyResult()) {
            TileTypes.folded(op.text(), a.shape(), at);
        }
        long[] dims = a.shape().toArray();
        int length = (int) dims[at];
        dims[at] = 1;
        Shape kept = Shape.of(dims);
        int inner = kept.elements() == 0 ? 1 : (int) a.shape().rowMajorStrides()[at];
        boolean moved = Reductions.wantsAxisLast(op, inner);
        Tile source = moved ? Layouts.axisLast(a, at) : a;
        Tile result = Tile.zeros(op.result(a.dtype()), kept);
        Reductions.reduce(op, source.packed(), length, moved ? 1 : inner, result.packed());
        return keepAxis ? result : reshape(result, TileTypes.reduced(op.text(), a.shape(), at));
    }

    public static Tile add(Tile a, Tile b) {
        return binary(BinaryFunction.ADD, a, b);
    }

    public static Tile add(Tile a, double b) {
        return binary(BinaryFunction.ADD, a, b);
    }

    public static Tile sub(Tile a, Tile b) {
        return binary(BinaryFunction.SUB, a, b);
    }

    public static Tile sub(Tile a, double b) {
        return binary(BinaryFunction.SUB, a, b);
    }

    public static Tile sub(double a, Tile b) {
        return binary(BinaryFunction.SUB, a, b);
    }

    public static Tile mul(Tile a, Tile b) {
        return binary(BinaryFunction.MUL, a, b);
    }

    public static Tile mul(Tile a, double b) {
        return binary(BinaryFunction.MUL, a, b);
    }

    /// The quotient; for integers truncated towards zero.
    public static Tile div(Tile a, Tile b) {
        return binary(BinaryFunction.DIV, a, b);
    }

    public static Tile div(Tile a, double b) {
        return binary(BinaryFunction.DIV, a, b);
    }

    public static Tile div(double a, Tile b) {
        return binary(BinaryFunction.DIV, a, b);
    }

    public static Tile maximum(Tile a, Tile b) {
        return binary(BinaryFunction.MAXIMUM, a, b);
    }

    public static Tile maximum(Tile a, double b) {
        return binary(BinaryFunction.MAXIMUM, a, b);
    }

    public static Tile minimum(Tile a, Tile b) {
        return binary(BinaryFunction.MINIMUM, a, b);
    }

    public static Tile minimum(Tile a, double b) {
        return binary(BinaryFunction.MINIMUM, a, b);
    }

    /// `a × b + c`, rounded once.
    public static Tile fma(Tile a, Tile b, Tile c) {
        String op = TernaryFunction.FMA.text();
        DType dtype = TileTypes.same(op, TileTypes.same(op, a.dtype(), b.dtype()), c.dtype());
        TileTypes.computed(op, dtype, TypeSet.NUMBERS);
        Shape shape = TileTypes.broadcast(op, TileTypes.broadcast(op, a.shape(), b.shape()), c.shape());
        Tile result = Tile.zeros(dtype, shape);
        Elementwise.ternary(
                TernaryFunction.FMA, operand(a, shape), operand(b, shape), operand(c, shape), result.packed());
        return result;
    }

    /// `minimum(maximum(a, low), high)`.
    public static Tile clamp(Tile a, Tile low, Tile high) {
        return minimum(maximum(a, low), high);
    }

    public static Tile clamp(Tile a, double low, double high) {
        return minimum(maximum(a, low), high);
    }

    public static Tile neg(Tile a) {
        return unary(UnaryFunction.NEG, a);
    }

    public static Tile abs(Tile a) {
        return unary(UnaryFunction.ABS, a);
    }

    public static Tile sqrt(Tile a) {
        return unary(UnaryFunction.SQRT, a);
    }

    public static Tile exp(Tile a) {
        return unary(UnaryFunction.EXP, a);
    }

    /// The natural logarithm.
    public static Tile log(Tile a) {
        return unary(UnaryFunction.LOG, a);
    }

    /// `1 / (1 + e^−a)`.
    public static Tile sigmoid(Tile a) {
        return unary(UnaryFunction.SIGMOID, a);
    }

    public static Tile sin(Tile a) {
        return unary(UnaryFunction.SIN, a);
    }

    public static Tile cos(Tile a) {
        return unary(UnaryFunction.COS, a);
    }

    /// `e^(a − max) / Σ e^(a − max)` along an axis, computed in f64 and rounded once.
    public static Tile softmax(Tile a, int axis) {
        TileTypes.floating("softmax", a.dtype());
        int at = TileTypes.axis("softmax", axis, a.shape());
        int rank = a.shape().rank();
        Tile source = at == rank - 1 ? a : Layouts.axisLast(a, at);
        Tile result = Tile.zeros(a.dtype(), source.shape());
        Reductions.softmax(source.packed(), (int) a.shape().dim(at), result.packed());
        if (at == rank - 1) {
            return result;
        }
        int[] back = new int[rank];
        for (int i = 0; i < rank; i++) {
            back[i] = i < at ? i : i == at ? rank - 1 : i - 1;
        }
        return Layouts.transpose(result, back);
    }

    public static Tile sum(Tile a, int axis) {
        return reduce(Reduction.SUM, a, axis, false);
    }

    public static Tile sum(Tile a) {
        return reduce(Reduction.SUM, a);
    }

    public static Tile max(Tile a, int axis) {
        return reduce(Reduction.MAX, a, axis, false);
    }

    public static Tile max(Tile a) {
        return reduce(Reduction.MAX, a);
    }

    public static Tile min(Tile a, int axis) {
        return reduce(Reduction.MIN, a, axis, false);
    }

    public static Tile min(Tile a) {
        return reduce(Reduction.MIN, a);
    }

    /// Elements of `a` where the bool tile holds, of `b` elsewhere.
    public static Tile where(Tile condition, Tile a, Tile b) {
        TileTypes.condition(condition.dtype());
        TileTypes.same("where", a.dtype(), b.dtype());
        Shape shape =
                TileTypes.broadcast("where", TileTypes.broadcast("where", a.shape(), b.shape()), condition.shape());
        return Layouts.where(broadcastTo(condition, shape), broadcastTo(a, shape), broadcastTo(b, shape));
    }

    public static Tile where(Tile condition, Tile a, double b) {
        return where(condition, a, Tile.scalar(a.dtype(), b));
    }

    public static Tile cast(Tile a, DType to) {
        return cast(a, to, Rounding.NEAREST_EVEN);
    }

    public static Tile cast(Tile a, DType to, Rounding mode) {
        if (a.dtype() == to) {
            return a;
        }
        Tile result = Tile.zeros(to, a.shape());
        Casts.cast(a.packed(), mode, result.packed());
        return result;
    }

    /// The matrix product of MxK and KxN in the accumulator's type: see [#accumulator].
    public static Tile dot(Tile a, Tile b) {
        Shape shape = TileTypes.dot(a.dtype(), a.shape(), b.dtype(), b.shape());
        return dot(a, b, Tile.zeros(accumulator(a.dtype()), shape));
    }

    /// The matrix product, its accumulators rounded once to `result`.
    public static Tile dot(Tile a, Tile b, DType result) {
        return cast(dot(a, b), result);
    }

    /// The matrix product added to an accumulator of an earlier one, step by step.
    public static Tile dot(Tile a, Tile b, Tile accumulator) {
        Shape shape = TileTypes.dot(a.dtype(), a.shape(), b.dtype(), b.shape());
        DType dtype = accumulator(a.dtype());
        if (accumulator.dtype() != dtype || !accumulator.shape().equals(shape)) {
            throw Errors.accumulator(accumulator, dtype, shape);
        }
        Tile result = Tile.zeros(dtype, shape);
        int m = (int) shape.dim(0);
        int n = (int) shape.dim(1);
        int k = (int) a.shape().dim(1);
        Gemm.multiply(a.packed(), b.packed(), m, n, k, accumulator.packed(), result.packed());
        return result;
    }

    /// The type `dot` of operands of `dtype` accumulates in and yields.
    public static DType accumulator(DType dtype) {
        return TileTypes.accumulator(dtype);
    }

    /// Swaps the two axes of a matrix; reverses the axes of anything else.
    public static Tile transpose(Tile a) {
        int[] axes = new int[a.shape().rank()];
        for (int i = 0; i < axes.length; i++) {
            axes[i] = axes.length - 1 - i;
        }
        return Layouts.transpose(a, axes);
    }

    /// Axis i of the result is axis `axes[i]` of `a`.
    public static Tile transpose(Tile a, int... axes) {
        return Layouts.transpose(a, axes);
    }

    public static Tile reshape(Tile a, Shape shape) {
        return Layouts.reshape(a, shape);
    }

    public static Tile broadcastTo(Tile a, Shape shape) {
        return Layouts.broadcastTo(a, shape);
    }

    /// An operand of an elementwise operation: a single element as it is, anything else stretched to the shape.
    private static Packed operand(Tile tile, Shape shape) {
        return (tile.elements() == 1 ? tile : Layouts.broadcastTo(tile, shape)).packed();
    }
}
