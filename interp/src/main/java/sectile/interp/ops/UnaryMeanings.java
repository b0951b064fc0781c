package sectile.interp.ops;

import java.util.function.DoubleUnaryOperator;
import java.util.function.LongUnaryOperator;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.UnaryFunction;
import sectile.interp.value.Data;
import sectile.ir.CastMode;

/// Functions of one value, element by element.
final class UnaryMeanings {
    private UnaryMeanings() {}

    static Meaning of(UnaryFunction function) {
        return switch (function) {
            case NEG -> mapped(a -> -a, a -> -a);
            case ABS -> mapped(Math::abs, Math::abs);
            case RELU -> mapped(a -> Math.max(a, 0), a -> Math.max(a, 0));
            case NOT -> mapped(UnaryMeanings::none, a -> ~a);
            case RECIP -> mapped(a -> 1 / a, UnaryMeanings::none);
            case EXP -> mapped(Math::exp, UnaryMeanings::none);
            case LOG -> mapped(Math::log, UnaryMeanings::none);
            case SIN -> mapped(Math::sin, UnaryMeanings::none);
            case COS -> mapped(Math::cos, UnaryMeanings::none);
            case SQRT -> mapped(Math::sqrt, UnaryMeanings::none);
            case RSQRT -> mapped(a -> 1 / Math.sqrt(a), UnaryMeanings::none);
            case SIGMOID -> mapped(a -> 1 / (1 + Math.exp(-a)), UnaryMeanings::none);
        };
    }

    static Data scaleNegative(Args args) {
        if (args.value("slope") instanceof Data) {
            return prelu(args);
        }
        double slope = args.real("slope");
        return map(args, args.data(0), a -> a > 0 ? a : a * slope, UnaryMeanings::none);
    }

    private static double none(double value) {
        throw new IllegalStateException("no such function of " + value);
    }

    private static long none(long value) {
        throw new IllegalStateException("no such function of " + value);
    }

    private static Meaning mapped(DoubleUnaryOperator real, LongUnaryOperator whole) {
        return args -> map(args, args.data(0), real, whole);
    }

    private static Data map(Args args, Data operand, DoubleUnaryOperator real, LongUnaryOperator whole) {
        return args.made(map(operand.array(), real, whole), operand.valid());
    }

    static NdArray map(NdArray array, DoubleUnaryOperator real, LongUnaryOperator whole) {
        DType dtype = array.dtype();
        Shape shape = array.shape();
        if (Numbers.isFloat(dtype)) {
            float[] in = Numbers.floats(array);
            float[] out = new float[in.length];
            for (int i = 0; i < in.length; i++) {
                out[i] = (float) real.applyAsDouble(in[i]);
            }
            return Numbers.of(dtype, shape, out);
        }
        if (dtype == DType.F64) {
            double[] values = array.toDoubles();
            for (int i = 0; i < values.length; i++) {
                values[i] = real.applyAsDouble(values[i]);
            }
            return Numbers.of(dtype, shape, values);
        }
        long[] values = array.toLongs();
        for (int i = 0; i < values.length; i++) {
            values[i] = whole.applyAsLong(values[i]);
        }
        return Numbers.of(dtype, shape, values);
    }

    private static Data prelu(Args args) {
        Data tile = args.data("tile");
        Shape shape = ElementwiseMeanings.broadcast(
                args, tile.shape(), args.data("slope").shape());
        double[] a = tile.array().broadcastTo(shape).toDoubles();
        double[] slope = args.array("slope").broadcastTo(shape).toDoubles();
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] > 0 ? a[i] : Scalars.round(tile.dtype(), a[i] * slope[i]);
        }
        return args.made(
                Numbers.of(tile.dtype(), shape, a), shape.equals(tile.shape()) ? tile.valid() : shape.toArray());
    }

    static Data cast(Args args) {
        Data operand = args.data(0);
        DType to = args.element("target_type");
        CastMode mode = args.symbol("mode", CastMode.class);
        NdArray from = operand.array();
        boolean rounds = from.dtype().isFloat()
                && from.dtype() != to
                && to != DType.BOOL
                && !(to.isFloat() && to.bits() > from.dtype().bits());
        if (!rounds || (to.isFloat() && (mode == CastMode.NONE || mode == CastMode.RINT))) {
            return args.made(from.cast(to), operand.valid());
        }
        double[] values = from.toDoubles();
        for (int i = 0; i < values.length; i++) {
            values[i] = to.isFloat() ? Rounding.toFloat(to, values[i], mode) : Rounding.toWhole(values[i], mode);
        }
        return args.made(Numbers.of(to, from.shape(), values), operand.valid());
    }
}
