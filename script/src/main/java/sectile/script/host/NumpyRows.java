package sectile.script.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.python.value.None;
import sectile.script.code.HostValue;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// `numpy.…`: arrays of the host, as far as programs need them to fill tensors and to check results.
final class NumpyRows {
    private static final String MODULE = "numpy.";

    private final Generator random = new Generator(new SplittableRandom(0));

    List<Row> all() {
        List<Row> rows = new ArrayList<>(List.of(
                Row.of(MODULE + "zeros", "shape, dtype='f64'", a -> full(a, 0)),
                Row.of(MODULE + "ones", "shape, dtype='f64'", a -> full(a, 1)),
                Row.of(MODULE + "empty", "shape, dtype='f64'", a -> full(a, 0)),
                Row.of(MODULE + "full", "shape, fill_value, dtype='f64'", a -> full(a, a.number("fill_value"))),
                Row.of(MODULE + "arange", "start, stop=None, step=None, dtype=None", NumpyRows::arange),
                Row.of(MODULE + "eye", "n, dtype='f64'", NumpyRows::eye),
                Row.of(MODULE + "array", "object, dtype=None", NumpyRows::array),
                Row.of(MODULE + "asarray", "object, dtype=None", NumpyRows::array),
                Row.of(MODULE + "concatenate", "arrays, axis=0", NumpyRows::concatenate),
                Row.of(
                        MODULE + "matmul",
                        "a, b",
                        a -> value(a, a.array("a"), sectile.python.operator.Operator.MATMUL, a.array("b"))),
                Row.of(MODULE + "maximum", "a, b", a -> larger(a, true)),
                Row.of(MODULE + "minimum", "a, b", a -> larger(a, false)),
                Row.of(MODULE + "allclose", "a, b, rtol=1e-05, atol=1e-08", a -> mismatches(a, "a", "b") == 0),
                Row.of(MODULE + "array_equal", "a, b", a -> equal(a.array("a"), a.array("b"))),
                Row.of(MODULE + "all", "a", a -> ArrayMembers.all(a.array("a"))),
                Row.of(MODULE + "any", "a", a -> ArrayMembers.any(a.array("a"))),
                Row.of(MODULE + "sum", "a, axis=None", a -> ArrayMembers.folded(a.array("a"), a, 0, Double::sum)),
                Row.of(
                        MODULE + "max",
                        "a, axis=None",
                        a -> ArrayMembers.folded(a.array("a"), a, Double.NEGATIVE_INFINITY, Math::max)),
                Row.of(
                        MODULE + "min",
                        "a, axis=None",
                        a -> ArrayMembers.folded(a.array("a"), a, Double.POSITIVE_INFINITY, Math::min)),
                Row.of(MODULE + "abs", "a", a -> each(a.array("a"), Math::abs)),
                Row.of(MODULE + "sqrt", "a", a -> each(floating(a.array("a")), Math::sqrt)),
                Row.of(MODULE + "exp", "a", a -> each(floating(a.array("a")), Math::exp)),
                Row.of(MODULE + "tanh", "a", a -> each(floating(a.array("a")), Math::tanh))));
        rows.add(Row.action(MODULE + "testing.assert_allclose", "actual, desired, rtol=1e-07, atol=0", a -> {
            long wrong = mismatches(a, "actual", "desired");
            if (wrong > 0) {
                throw different(a, wrong);
            }
        }));
        rows.add(Row.action(MODULE + "testing.assert_array_equal", "actual, desired", a -> {
            if (!equal(a.array("actual"), a.array("desired"))) {
                throw different(a, count(a.array("actual"), a.array("desired"), 0, 0, a));
            }
        }));
        rows.add(Row.action(MODULE + "random.seed", "seed", a -> random.seed(a.integer("seed"))));
        rows.add(Row.of(MODULE + "random.rand", "*shape", a -> random.fill(a, random::uniform)));
        rows.add(Row.of(MODULE + "random.randn", "*shape", a -> random.fill(a, random::normal)));
        rows.add(Row.of(
                MODULE + "random.default_rng", "seed=0", a -> new Generator(new SplittableRandom(a.integer("seed")))));
        return rows;
    }

    static SequencedMap<String, Object> constants() {
        SequencedMap<String, Object> constants = new LinkedHashMap<>();
        List.of("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8")
                .forEach(name -> constants.put(
                        MODULE + name, DType.parse(name).orElseThrow().text()));
        constants.put(MODULE + "inf", Double.POSITIVE_INFINITY);
        constants.put(MODULE + "nan", Double.NaN);
        constants.put(MODULE + "pi", Math.PI);
        return constants;
    }

    private static ArrayValue full(Bound a, double value) {
        return new ArrayValue(NdArray.full(a.dtype("dtype"), a.shape("shape"), value));
    }

    private static ArrayValue arange(Bound a) {
        boolean two = a.has("stop");
        double from = two ? a.number("start") : 0;
        double to = two ? a.number("stop") : a.number("start");
        double step = a.has("step") ? a.number("step") : 1;
        if (step == 0) {
            throw Problems.at(a.span("step"), TextCode.HOST_ARGUMENT, "the step of numpy.arange is not 0", "");
        }
        boolean floating = a.value("start") instanceof Double
                || a.value("stop") instanceof Double
                || a.value("step") instanceof Double;
        DType dtype = a.has("dtype") ? a.dtype("dtype") : floating ? DType.F64 : DType.I64;
        long count = Math.max(0, (long) Math.ceil((to - from) / step));
        NdArray array = NdArray.zeros(dtype, Shape.of(count));
        for (long i = 0; i < count; i++) {
            array.setDoubleAt(i, from + i * step);
        }
        return new ArrayValue(array);
    }

    private static ArrayValue eye(Bound a) {
        NdArray array = NdArray.zeros(a.dtype("dtype"), Shape.of(a.integer("n"), a.integer("n")));
        for (long i = 0; i < a.integer("n"); i++) {
            array.setDouble(1, i, i);
        }
        return new ArrayValue(array);
    }

    private static ArrayValue array(Bound a) {
        Optional<DType> dtype = a.has("dtype") ? Optional.of(a.dtype("dtype")) : Optional.empty();
        return new ArrayValue(
                Arrays.of(a.value("object"), dtype, Place.at(a.span("object"))).copy());
    }

    private static ArrayValue concatenate(Bound a) {
        Place at = Place.at(a.span("arrays"));
        List<NdArray> parts = new ArrayList<>();
        for (Object part :
                sectile.python.value.Values.sequence(a.value("arrays"), at).copy()) {
            parts.add(Arrays.of(part, Optional.empty(), at));
        }
        if (parts.isEmpty()) {
            throw Problems.at(a.span("arrays"), TextCode.HOST_ARGUMENT, "there is nothing to concatenate", "");
        }
        int axis = a.count("axis");
        NdArray first = parts.getFirst();
        if (axis < 0 || axis >= first.shape().rank()) {
            throw Problems.at(
                    a.span("axis"),
                    TextCode.HOST_ARGUMENT,
                    "arrays of shape " + first.shape() + " have no axis " + axis,
                    "");
        }
        long[] extents = first.shape().toArray();
        extents[axis] = 0;
        for (NdArray part : parts) {
            long[] own = part.shape().toArray();
            boolean fits = own.length == extents.length;
            for (int i = 0; fits && i < own.length; i++) {
                fits = i == axis || own[i] == extents[i];
            }
            if (!fits) {
                throw Problems.at(
                        a.span("arrays"),
                        TextCode.HOST_ARGUMENT,
                        "arrays of shapes " + first.shape() + " and " + part.shape() + " cannot be joined",
                        "");
            }
            extents[axis] += own[axis];
        }
        NdArray result = NdArray.zeros(first.dtype(), Shape.of(extents));
        long from = 0;
        for (NdArray part : parts) {
            long to = from + part.shape().dim(axis);
            result.slice(axis, from, to).assign(part.cast(first.dtype()));
            from = to;
        }
        return new ArrayValue(result);
    }

    private static Object value(Bound a, NdArray left, sectile.python.operator.Operator operator, NdArray right) {
        Object result = new ArrayValue(left).binary(operator, new ArrayValue(left), new ArrayValue(right), a.place());
        return result == null ? None.NONE : result;
    }

    private static Object larger(Bound a, boolean most) {
        NdArray x = a.array("a");
        NdArray y = ArrayValue.fitting(a.array("b").cast(x.dtype()), x.shape(), a.place());
        NdArray result = x.copy();
        for (long i = 0; i < result.elements(); i++) {
            double left = x.getDoubleAt(i);
            double right = y.getDoubleAt(i);
            result.setDoubleAt(i, most ? Math.max(left, right) : Math.min(left, right));
        }
        return new ArrayValue(result);
    }

    private static NdArray floating(NdArray array) {
        return array.dtype().isFloat() ? array : array.cast(DType.F64);
    }

    private static ArrayValue each(NdArray array, java.util.function.DoubleUnaryOperator function) {
        NdArray result = array.copy();
        for (long i = 0; i < result.elements(); i++) {
            result.setDoubleAt(i, function.applyAsDouble(array.getDoubleAt(i)));
        }
        return new ArrayValue(result);
    }

    // Comparisons

    private static boolean equal(NdArray a, NdArray b) {
        if (!a.shape().equals(b.shape())) {
            return false;
        }
        for (long i = 0; i < a.elements(); i++) {
            if (a.getDoubleAt(i) != b.getDoubleAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static long mismatches(Bound a, String actual, String desired) {
        return count(a.array(actual), a.array(desired), a.number("rtol"), a.number("atol"), a);
    }

    /// How many elements differ by more than `atol + rtol · |desired|`.
    private static long count(NdArray actual, NdArray desired, double rtol, double atol, Bound a) {
        Shape shape = actual.shape()
                .broadcast(desired.shape())
                .orElseThrow(() -> Problems.at(
                        a.span(),
                        TextCode.ARRAY_SHAPE,
                        "arrays of shapes " + actual.shape() + " and " + desired.shape() + " cannot be compared",
                        ""));
        NdArray x = actual.broadcastTo(shape);
        NdArray y = desired.broadcastTo(shape);
        long wrong = 0;
        for (long i = 0; i < shape.elements(); i++) {
            double bound = atol + rtol * Math.abs(y.getDoubleAt(i));
            double found = x.getDoubleAt(i);
            boolean same = found == y.getDoubleAt(i) || Math.abs(found - y.getDoubleAt(i)) <= bound;
            wrong += same ? 0 : 1;
        }
        return wrong;
    }

    private static RuntimeException different(Bound a, long wrong) {
        NdArray actual = a.array("actual");
        NdArray desired = a.array("desired");
        return Problems.at(
                a.span(),
                TextCode.RAISED,
                "AssertionError: " + wrong + " of " + actual.elements() + " elements differ; found "
                        + sectile.python.value.Text.shortened(actual.toString()) + ", expected "
                        + sectile.python.value.Text.shortened(desired.toString()),
                "");
    }

    /// Random numbers: reproducible, but not those of NumPy.
    private static final class Generator implements HostValue {
        private static final Members<Generator> MEMBERS = new Members<Generator>("a generator")
                .method("standard_normal", "*size", (value, a) -> value.fillFrom(a, value::normal))
                .method("random", "*size", (value, a) -> value.fillFrom(a, value::uniform));

        private SplittableRandom source;

        Generator(SplittableRandom source) {
            this.source = source;
        }

        void seed(long seed) {
            source = new SplittableRandom(seed);
        }

        double uniform() {
            return source.nextDouble();
        }

        double normal() {
            return source.nextGaussian();
        }

        ArrayValue fill(Bound a, DoubleSupplier numbers) {
            return filled(a.shape("shape"), numbers);
        }

        ArrayValue fillFrom(Bound a, DoubleSupplier numbers) {
            return filled(a.shape("size"), numbers);
        }

        private static ArrayValue filled(Shape shape, DoubleSupplier numbers) {
            NdArray array = NdArray.zeros(DType.F64, shape);
            for (long i = 0; i < shape.elements(); i++) {
                array.setDoubleAt(i, numbers.getAsDouble());
            }
            return new ArrayValue(array);
        }

        @Override
        public String kind() {
            return "a generator";
        }

        @Override
        public Object member(String name, Place at) {
            return MEMBERS.of(this, name, at);
        }
    }
}
