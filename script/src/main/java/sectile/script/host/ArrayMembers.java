package sectile.script.host;

import java.util.function.DoubleBinaryOperator;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.python.value.None;
import sectile.python.value.TupleValue;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// What arrays of the host can do.
final class ArrayMembers {
    private ArrayMembers() {}

    static Members<ArrayValue> all() {
        return new Members<ArrayValue>("an array")
                .attribute("shape", value -> shape(value.array().shape()))
                .attribute("dtype", value -> value.array().dtype().text())
                .attribute("ndim", value -> (long) value.array().shape().rank())
                .attribute("size", value -> value.array().elements())
                .attribute(
                        "nbytes",
                        value -> value.array().dtype().bytesFor(value.array().elements()))
                .attribute("T", value -> new ArrayValue(value.array().transpose()))
                .method(
                        "astype",
                        "dtype",
                        (value, a) -> new ArrayValue(value.array().cast(a.dtype("dtype"))))
                .method("copy", "", (value, a) -> new ArrayValue(value.array().copy()))
                .method("reshape", "*shape", (value, a) -> reshaped(value.array(), a))
                .method(
                        "flatten",
                        "",
                        (value, a) -> new ArrayValue(value.array()
                                .copy()
                                .reshape(Shape.of(value.array().elements()))))
                .method(
                        "transpose",
                        "",
                        (value, a) -> new ArrayValue(value.array().transpose()))
                .method("tolist", "", (value, a) -> Arrays.toList(value.array()))
                .method("item", "", (value, a) -> item(value.array(), a))
                .method("fill", "value", (value, a) -> {
                    value.array().fill(a.number("value"));
                    return None.NONE;
                })
                .method("sum", "axis=None", (value, a) -> folded(value.array(), a, 0, Double::sum))
                .method("max", "axis=None", (value, a) -> folded(value.array(), a, Double.NEGATIVE_INFINITY, Math::max))
                .method("min", "axis=None", (value, a) -> folded(value.array(), a, Double.POSITIVE_INFINITY, Math::min))
                .method(
                        "mean",
                        "",
                        (value, a) -> total(value.array()) / value.array().elements())
                .method("all", "", (value, a) -> all(value.array()))
                .method("any", "", (value, a) -> any(value.array()));
    }

    static TupleValue shape(Shape shape) {
        return new TupleValue(shape.toList().toArray());
    }

    static boolean all(NdArray array) {
        for (long i = 0; i < array.elements(); i++) {
            if (array.getDoubleAt(i) == 0) {
                return false;
            }
        }
        return true;
    }

    static boolean any(NdArray array) {
        for (long i = 0; i < array.elements(); i++) {
            if (array.getDoubleAt(i) != 0) {
                return true;
            }
        }
        return false;
    }

    private static double total(NdArray array) {
        double sum = 0;
        for (long i = 0; i < array.elements(); i++) {
            sum += array.getDoubleAt(i);
        }
        return sum;
    }

    private static Object item(NdArray array, Bound a) {
        if (array.elements() != 1) {
            throw Problems.at(
                    a.span(), TextCode.HOST_ARGUMENT, "item() of an array of " + array.elements() + " elements", "");
        }
        return Arrays.item(array.copy().reshape(Shape.scalar()), 0);
    }

    static ArrayValue reshaped(NdArray array, Bound a) {
        Shape asked = open(array, a);
        if (asked.elements() != array.elements()) {
            throw Problems.at(
                    a.span(),
                    TextCode.HOST_ARGUMENT,
                    "an array of shape " + array.shape() + " cannot have the shape " + asked,
                    "");
        }
        return new ArrayValue(array.contiguous().reshape(asked));
    }

    /// A shape in which one extent may be -1, for what is left.
    private static Shape open(NdArray array, Bound a) {
        var rest = a.rest("shape");
        Object[] extents = rest.size() == 1 && rest.getFirst().value() instanceof sectile.python.value.Sequence given
                ? given.copy()
                : rest.stream().map(Bound.Argument::value).toArray();
        long product = 1;
        int open = -1;
        long[] dims = new long[extents.length];
        for (int i = 0; i < dims.length; i++) {
            if (!(extents[i] instanceof Long extent)) {
                throw Problems.at(
                        a.span(),
                        TextCode.HOST_ARGUMENT,
                        "a shape is made of ints, not " + Problems.kind(extents[i]),
                        "");
            }
            dims[i] = extent;
            if (extent == -1) {
                open = i;
            } else {
                product *= extent;
            }
        }
        if (open >= 0 && product > 0) {
            dims[open] = array.elements() / product;
        }
        for (long dim : dims) {
            if (dim < 0) {
                throw Problems.at(a.span(), TextCode.HOST_ARGUMENT, "a shape has at most one extent of -1", "");
            }
        }
        return Shape.of(dims);
    }

    /// Folds one axis, or all of them, in double precision.
    static Object folded(NdArray array, Bound a, double start, DoubleBinaryOperator fold) {
        boolean floating = array.dtype().isFloat();
        if (!a.has("axis")) {
            double value = start;
            for (long i = 0; i < array.elements(); i++) {
                value = fold.applyAsDouble(value, array.getDoubleAt(i));
            }
            return floating ? (Object) value : (long) value;
        }
        int rank = array.shape().rank();
        int axis = a.count("axis") < 0 ? a.count("axis") + rank : a.count("axis");
        if (axis < 0 || axis >= rank) {
            throw Problems.at(
                    a.span("axis"), TextCode.HOST_ARGUMENT, "an array of " + rank + " axes has no axis " + axis, "");
        }
        NdArray result = array.select(axis, 0).cast(DType.F64).copy();
        result.fill(start);
        for (long i = 0; i < array.shape().dim(axis); i++) {
            NdArray slice = array.select(axis, i);
            for (long k = 0; k < result.elements(); k++) {
                result.setDoubleAt(k, fold.applyAsDouble(result.getDoubleAt(k), slice.getDoubleAt(k)));
            }
        }
        return new ArrayValue(result.cast(array.dtype()));
    }
}
