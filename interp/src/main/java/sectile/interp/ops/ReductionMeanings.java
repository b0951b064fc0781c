package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.Semantics;

/// Reductions of rows or columns, over the valid part. Sums and products of floats are calculated in double
/// precision and rounded once.
final class ReductionMeanings {
    private ReductionMeanings() {}

    private enum Kind {
        SUM,
        MAX,
        MIN,
        PROD,
        ARGMAX,
        ARGMIN
    }

    static Meaning of(Semantics.Reduce reduce) {
        Kind kind = Kind.valueOf(reduce.function().name());
        return args -> {
            Data operand = args.data(0);
            boolean chosen = args.call().op().findAttribute("axis").isPresent();
            int axis = TransformMeanings.axis(chosen ? args.number("axis") : reduce.axis(), operand.rank());
            return reduced(args, operand, axis, kind, !chosen || args.flag("keep_dim"));
        };
    }

    private static Data reduced(Args args, Data operand, int axis, Kind kind, boolean keep) {
        Shape shape = operand.shape();
        long outer = 1;
        long inner = 1;
        for (int i = 0; i < shape.rank(); i++) {
            outer *= i < axis ? shape.dim(i) : 1;
            inner *= i > axis ? shape.dim(i) : 1;
        }
        long extent = shape.dim(axis);
        long valid = operand.valid(axis);
        if (valid == 0 && kind != Kind.SUM && kind != Kind.PROD) {
            throw args.error("EXEC-105", "there is no element to reduce in an empty part", "");
        }
        boolean position = kind == Kind.ARGMAX || kind == Kind.ARGMIN;
        DType dtype = position ? DType.I32 : operand.dtype();
        NdArray result = operand.dtype().isFloat()
                ? reals(operand.array(), kind, outer, extent, inner, valid, dtype)
                : wholes(operand.array(), kind, outer, extent, inner, valid, dtype);
        long[] dims = shape.toArray();
        long[] validDims = operand.valid();
        dims[axis] = 1;
        validDims[axis] = 1;
        if (!keep) {
            return args.made(result.reshape(Shape.of(without(dims, axis))), without(validDims, axis));
        }
        return args.made(result.reshape(Shape.of(dims)), validDims);
    }

    private static long[] without(long[] dims, int axis) {
        long[] rest = new long[dims.length - 1];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = dims[i < axis ? i : i + 1];
        }
        return rest;
    }

    private static NdArray reals(
            NdArray array, Kind kind, long outer, long extent, long inner, long valid, DType dtype) {
        float[] floats = array.dtype() == DType.F64 ? new float[0] : Numbers.floats(array);
        double[] doubles = array.dtype() == DType.F64 ? array.toDoubles() : new double[0];
        double[] out = new double[Math.toIntExact(outer * inner)];
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                double best = kind == Kind.SUM ? 0 : 1;
                long at = 0;
                for (int k = 0; k < valid; k++) {
                    int index = (int) ((o * extent + k) * inner + i);
                    double value = doubles.length > 0 ? doubles[index] : floats[index];
                    switch (kind) {
                        case SUM -> best += value;
                        case PROD -> best *= value;
                        case MAX -> best = k == 0 ? value : Math.max(best, value);
                        case MIN -> best = k == 0 ? value : Math.min(best, value);
                        case ARGMAX, ARGMIN -> {
                            if (k == 0 || (kind == Kind.ARGMAX ? value > best : value < best)) {
                                best = value;
                                at = k;
                            }
                        }
                    }
                }
                out[(int) (o * inner + i)] = kind == Kind.ARGMAX || kind == Kind.ARGMIN ? at : best;
            }
        }
        return Numbers.of(dtype, Shape.of(outer * inner), out);
    }

    private static NdArray wholes(
            NdArray array, Kind kind, long outer, long extent, long inner, long valid, DType dtype) {
        long[] values = array.toLongs();
        // Adding the smallest long turns the order of unsigned numbers into that of signed ones.
        long bias = array.dtype() == DType.U64 ? Long.MIN_VALUE : 0;
        long[] out = new long[Math.toIntExact(outer * inner)];
        for (int o = 0; o < outer; o++) {
            for (int i = 0; i < inner; i++) {
                long best = kind == Kind.SUM ? 0 : 1;
                long at = 0;
                for (int k = 0; k < valid; k++) {
                    long value = values[(int) ((o * extent + k) * inner + i)];
                    boolean greater = k == 0 || value + bias > best + bias;
                    boolean less = k == 0 || value + bias < best + bias;
                    switch (kind) {
                        case SUM -> best += value;
                        case PROD -> best *= value;
                        case MAX -> best = greater ? value : best;
                        case MIN -> best = less ? value : best;
                        case ARGMAX, ARGMIN -> {
                            if (kind == Kind.ARGMAX ? greater : less) {
                                best = value;
                                at = k;
                            }
                        }
                    }
                }
                out[(int) (o * inner + i)] = kind == Kind.ARGMAX || kind == Kind.ARGMIN ? at : best;
            }
        }
        return Numbers.of(dtype, Shape.of(outer * inner), out);
    }
}
