package sectile.base.number;

import java.util.ArrayDeque;
import java.util.Arrays;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// The functions of this package on arrays. Operands have one element type, and shapes that stretch to the result's;
/// callers have checked both. Every result is a new array.
public final class ArrayMath {
    private ArrayMath() {}

    public static NdArray unary(UnaryFunction function, NdArray a) {
        NdArray result = NdArray.zeros(a.dtype(), a.shape());
        Elementwise.unary(function, Packed.of(a), Packed.of(result));
        return result;
    }

    /// Applies a function to two arrays that are stretched to a shape.
    ///
    /// @throws UndefinedResultException if an integer is divided by zero or raised to a negative power
    public static NdArray binary(BinaryFunction function, NdArray a, NdArray b, Shape shape) {
        NdArray result = NdArray.zeros(a.dtype(), shape);
        Elementwise.binary(function, operand(a, shape), operand(b, shape), Packed.of(result));
        return result;
    }

    public static NdArray ternary(TernaryFunction function, NdArray a, NdArray b, NdArray c, Shape shape) {
        NdArray result = NdArray.zeros(a.dtype(), shape);
        Elementwise.ternary(function, operand(a, shape), operand(b, shape), operand(c, shape), Packed.of(result));
        return result;
    }

    /// A bool array that tells where the comparison holds.
    public static NdArray compare(Comparison comparison, NdArray a, NdArray b, Shape shape) {
        NdArray result = NdArray.zeros(DType.BOOL, shape);
        Elementwise.compare(comparison, operand(a, shape), operand(b, shape), Packed.of(result));
        return result;
    }

    /// Folds one axis, which stays with extent 1. Only [Reduction#hasEmptyResult()] folds no elements.
    public static NdArray reduce(Reduction reduction, NdArray a, int axis) {
        long[] dims = a.shape().toArray();
        int length = (int) dims[axis];
        dims[axis] = 1;
        NdArray result = NdArray.zeros(reduction.result(a.dtype()), Shape.of(dims));
        int inner = result.elements() == 0 ? 1 : (int) a.shape().rowMajorStrides()[axis];
        boolean moved = Reductions.wantsAxisLast(reduction, inner);
        NdArray source = moved ? a.transpose(Layouts.axisLast(a.shape().rank(), axis)) : a;
        Reductions.reduce(reduction, Packed.of(source), length, moved ? 1 : inner, Packed.of(result));
        return result;
    }

    /// The sum along an axis, rounded after every addition: of one element after the other, or, in a binary tree, of
    /// neighbours first.
    public static NdArray sumInSteps(NdArray a, int axis, boolean tree) {
        long length = a.shape().toArray()[axis];
        if (length == 0) {
            return reduce(Reduction.SUM, a, axis);
        }
        var parts = new ArrayDeque<NdArray>();
        for (long k = 0; k < length; k++) {
            NdArray sum = a.slice(axis, k, k + 1);
            // In a tree, as many parts are complete as the index has trailing ones.
            int complete = tree ? Long.numberOfTrailingZeros(~k) : parts.size();
            for (int i = 0; i < complete; i++) {
                sum = binary(BinaryFunction.ADD, parts.pop(), sum, sum.shape());
            }
            parts.push(sum);
        }
        NdArray sum = parts.pop();
        while (!parts.isEmpty()) {
            sum = binary(BinaryFunction.ADD, parts.pop(), sum, sum.shape());
        }
        return sum.copy();
    }

    /// The values as another type; the array itself if it has that type.
    public static NdArray cast(NdArray a, DType to, Rounding mode) {
        if (a.dtype() == to) {
            return a;
        }
        NdArray result = NdArray.zeros(to, a.shape());
        Casts.cast(Packed.of(a), mode, Packed.of(result));
        return result;
    }

    /// `start + a·b` over the last two axes, in the accumulator's type, which `start` has. All three have the same
    /// leading axes.
    public static NdArray dot(NdArray a, NdArray b, NdArray start) {
        int rank = start.shape().rank();
        int m = (int) start.shape().dim(rank - 2);
        int n = (int) start.shape().dim(rank - 1);
        int k = (int) a.shape().dim(rank - 1);
        NdArray result = NdArray.zeros(start.dtype(), start.shape());
        Packed left = Packed.of(a);
        Packed right = Packed.of(b);
        Packed from = Packed.of(start);
        Packed to = Packed.of(result);
        Shape batch = Shape.of(Arrays.copyOf(start.shape().toArray(), rank - 2));
        for (int i = 0; i < batch.elements(); i++) {
            Gemm.multiply(
                    part(left, i, m * k), part(right, i, k * n), m, n, k, part(from, i, m * n), part(to, i, m * n));
        }
        return result;
    }

    private static Packed part(Packed whole, int index, int elements) {
        return new Packed(whole.dtype(), elements, whole.memory(), whole.first() + (long) index * elements);
    }

    private static Packed operand(NdArray array, Shape shape) {
        return Packed.of(array.elements() == 1 || array.shape().equals(shape) ? array : array.broadcastTo(shape));
    }
}
