package sectile.base.number;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// The operations of the kernel interface on values. The package documentation states the rules they share.
///
/// Where a number may stand for a tile it takes the other operand's element type.
public final class TileMath {
    private TileMath() {}

    public static Tile unary(UnaryFunction op, Tile a) {
        return Elementwise.unary(op, a);
    }

    public static Tile binary(BinaryFunction op, Tile a, Tile b) {
        return Elementwise.binary(op, a, b);
    }

    public static Tile binary(BinaryFunction op, Tile a, double b) {
        return Elementwise.binary(op, a, Tile.scalar(a.dtype(), b));
    }

    public static Tile binary(BinaryFunction op, double a, Tile b) {
        return Elementwise.binary(op, Tile.scalar(b.dtype(), a), b);
    }

    /// A bool tile saying where the comparison holds.
    public static Tile compare(Comparison op, Tile a, Tile b) {
        return Elementwise.compare(op, a, b);
    }

    public static Tile compare(Comparison op, Tile a, double b) {
        return Elementwise.compare(op, a, Tile.scalar(a.dtype(), b));
    }

    /// Folds all elements into a tile of rank 0.
    public static Tile reduce(Reduction op, Tile a) {
        return Reductions.reduceAll(op, a);
    }

    /// Folds one axis, counted from the end if negative. The axis disappears, or stays with extent 1.
    public static Tile reduce(Reduction op, Tile a, int axis, boolean keepAxis) {
        return Reductions.reduce(op, a, axis, keepAxis);
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
        return Elementwise.fma(a, b, c);
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
        return Reductions.softmax(a, axis);
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
        return Elementwise.where(condition, a, b);
    }

    public static Tile where(Tile condition, Tile a, double b) {
        return Elementwise.where(condition, a, Tile.scalar(a.dtype(), b));
    }

    public static Tile cast(Tile a, DType to) {
        return Casts.cast(a, to);
    }

    /// The matrix product of MxK and KxN in the accumulator's type: see [#accumulator].
    public static Tile dot(Tile a, Tile b) {
        return Gemm.dot(a, b);
    }

    /// The matrix product, its accumulators rounded once to `result`.
    public static Tile dot(Tile a, Tile b, DType result) {
        return cast(Gemm.dot(a, b), result);
    }

    /// The matrix product added to an accumulator of an earlier one, step by step.
    public static Tile dot(Tile a, Tile b, Tile accumulator) {
        return Gemm.dot(a, b, accumulator);
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
}
