package sectile.sim.random;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// The operations of kernels by plain loops over doubles and longs.
final class PlainMath {
    private PlainMath() {}

    static PlainArray binary(Step.BinaryKind op, PlainArray a, PlainArray b) {
        Shape shape = a.shape().broadcast(b.shape()).orElseThrow();
        PlainArray out = PlainArray.of(a.dtype(), shape);
        for (int i = 0; i < out.count(); i++) {
            int x = a.broadcastIndex(shape, i);
            int y = b.broadcastIndex(shape, i);
            if (a.dtype().isFloat()) {
                out.doubles()[i] = Rounded.round(a.dtype(), apply(op, a.doubles()[x], b.doubles()[y]));
            } else {
                out.longs()[i] = Rounded.wrap(a.dtype(), apply(op, a.longs()[x], b.longs()[y]));
            }
        }
        return out;
    }

    static PlainArray scalar(Step.BinaryKind op, PlainArray a, double number) {
        return binary(op, a, full(a.dtype(), Shape.scalar(), number));
    }

    private static double apply(Step.BinaryKind op, double a, double b) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case MAXIMUM -> Math.max(a, b);
            case MINIMUM -> Math.min(a, b);
        };
    }

    private static long apply(Step.BinaryKind op, long a, long b) {
        return switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case MAXIMUM -> Math.max(a, b);
            case MINIMUM -> Math.min(a, b);
        };
    }

    static PlainArray fma(PlainArray a, PlainArray b, PlainArray c) {
        PlainArray out = PlainArray.of(a.dtype(), a.shape());
        for (int i = 0; i < out.count(); i++) {
            multiplyAdd(a, i, b, i, c, i, out, i);
        }
        return out;
    }

    /// One fused step in the type of `out`.
    private static void multiplyAdd(
            PlainArray a, int i, PlainArray b, int j, PlainArray c, int k, PlainArray out, int to) {
        switch (out.dtype()) {
            case F32 ->
                out.doubles()[to] = Math.fma((float) a.doubles()[i], (float) b.doubles()[j], (float) c.doubles()[k]);
            case F64 -> out.doubles()[to] = Math.fma(a.doubles()[i], b.doubles()[j], c.doubles()[k]);
            default -> out.longs()[to] = Rounded.wrap(out.dtype(), a.longs()[i] * b.longs()[j] + c.longs()[k]);
        }
    }

    static PlainArray clamp(PlainArray a, double low, double high) {
        return scalar(Step.BinaryKind.MINIMUM, scalar(Step.BinaryKind.MAXIMUM, a, low), high);
    }

    static PlainArray unary(Step.UnaryKind op, PlainArray a) {
        PlainArray out = PlainArray.of(a.dtype(), a.shape());
        for (int i = 0; i < out.count(); i++) {
            if (a.dtype().isFloat()) {
                double x = a.doubles()[i];
                out.doubles()[i] = Rounded.round(
                        a.dtype(),
                        switch (op) {
                            case NEG -> -x;
                            case ABS -> Math.abs(x);
                            case SQRT -> Math.sqrt(x);
                            case EXP -> StrictMath.exp(x);
                            case LOG -> StrictMath.log(x);
                            case SIN -> StrictMath.sin(x);
                            case COS -> StrictMath.cos(x);
                        });
            } else {
                long x = a.longs()[i];
                out.longs()[i] = Rounded.wrap(a.dtype(), op == Step.UnaryKind.NEG ? -x : x < 0 ? -x : x);
            }
        }
        return out;
    }

    static PlainArray reduce(Step.ReduceKind op, PlainArray a, int axis) {
        long extent = a.shape().dim(axis);
        long[] dims = new long[a.shape().rank() - 1];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = a.shape().dim(i < axis ? i : i + 1);
        }
        PlainArray out = PlainArray.of(a.dtype(), Shape.of(dims));
        for (int i = 0; i < out.count(); i++) {
            long[] at = out.shape().unflatten(i);
            double folded = 0;
            long whole = 0;
            for (int along = 0; along < extent; along++) {
                long[] from = new long[dims.length + 1];
                for (int d = 0; d < from.length; d++) {
                    from[d] = d == axis ? along : at[d < axis ? d : d - 1];
                }
                int index = (int) a.shape().flatten(from);
                if (a.dtype().isFloat()) {
                    folded = along == 0 && op != Step.ReduceKind.SUM
                            ? a.doubles()[index]
                            : apply(fold(op), folded, a.doubles()[index]);
                } else {
                    whole = along == 0 ? a.longs()[index] : apply(fold(op), whole, a.longs()[index]);
                }
            }
            if (a.dtype().isFloat()) {
                out.doubles()[i] = Rounded.round(a.dtype(), folded);
            } else {
                out.longs()[i] = Rounded.wrap(a.dtype(), whole);
            }
        }
        return out;
    }

    private static Step.BinaryKind fold(Step.ReduceKind op) {
        return switch (op) {
            case SUM -> Step.BinaryKind.ADD;
            case MAX -> Step.BinaryKind.MAXIMUM;
            case MIN -> Step.BinaryKind.MINIMUM;
        };
    }

    static PlainArray select(Step.Select s, PlainArray a, PlainArray b) {
        PlainArray out = PlainArray.of(a.dtype(), a.shape());
        for (int i = 0; i < out.count(); i++) {
            boolean holds = a.dtype().isFloat()
                    ? switch (s.op()) {
                        case LT -> a.doubles()[i] < b.doubles()[i];
                        case LE -> a.doubles()[i] <= b.doubles()[i];
                        case GT -> a.doubles()[i] > b.doubles()[i];
                        case GE -> a.doubles()[i] >= b.doubles()[i];
                        case EQ -> a.doubles()[i] == b.doubles()[i];
                        case NE -> a.doubles()[i] != b.doubles()[i];
                    }
                    : switch (s.op()) {
                        case LT -> a.longs()[i] < b.longs()[i];
                        case LE -> a.longs()[i] <= b.longs()[i];
                        case GT -> a.longs()[i] > b.longs()[i];
                        case GE -> a.longs()[i] >= b.longs()[i];
                        case EQ -> a.longs()[i] == b.longs()[i];
                        case NE -> a.longs()[i] != b.longs()[i];
                    };
            PlainArray from = holds ? a : b;
            if (a.dtype().isFloat()) {
                out.doubles()[i] = from.doubles()[i];
            } else {
                out.longs()[i] = from.longs()[i];
            }
        }
        return out;
    }

    static PlainArray cast(PlainArray a, DType dtype) {
        PlainArray out = PlainArray.of(dtype, a.shape());
        for (int i = 0; i < out.count(); i++) {
            if (dtype.isFloat()) {
                // A double holds every i8 and i32; wider integers are not cast to floats here.
                out.doubles()[i] = Rounded.round(dtype, a.asDouble(i));
            } else if (a.dtype().isFloat()) {
                double x = Math.rint(a.doubles()[i]);
                out.longs()[i] = switch (dtype) {
                    case I8 -> Math.clamp((long) x, Byte.MIN_VALUE, Byte.MAX_VALUE);
                    case I32 -> (int) x;
                    default -> (long) x;
                };
            } else {
                out.longs()[i] = Rounded.wrap(dtype, a.longs()[i]);
            }
        }
        return out;
    }

    static PlainArray full(DType dtype, Shape shape, double number) {
        PlainArray out = PlainArray.of(dtype, shape);
        for (int i = 0; i < out.count(); i++) {
            if (dtype.isFloat()) {
                out.doubles()[i] = Rounded.round(dtype, number);
            } else {
                out.longs()[i] = (long) number;
            }
        }
        return out;
    }

    static PlainArray transpose(PlainArray a) {
        int rows = (int) a.shape().dim(0);
        int columns = (int) a.shape().dim(1);
        PlainArray out = PlainArray.of(a.dtype(), Shape.of(columns, rows));
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                if (a.dtype().isFloat()) {
                    out.doubles()[j * rows + i] = a.doubles()[i * columns + j];
                } else {
                    out.longs()[j * rows + i] = a.longs()[i * columns + j];
                }
            }
        }
        return out;
    }

    /// Along k from the first to the last, each step fused, in the accumulator's type; rounded once to `dtype`.
    static PlainArray dot(PlainArray a, PlainArray b, DType dtype) {
        int m = (int) a.shape().dim(0);
        int n = (int) b.shape().dim(1);
        int k = (int) a.shape().dim(1);
        PlainArray sum = PlainArray.of(accumulator(a.dtype()), Shape.of(m, n));
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                for (int step = 0; step < k; step++) {
                    multiplyAdd(a, i * k + step, b, step * n + j, sum, i * n + j, sum, i * n + j);
                }
            }
        }
        return cast(sum, dtype);
    }

    static DType accumulator(DType dtype) {
        return switch (dtype) {
            case I8, I32 -> DType.I32;
            case F16, BF16, F32 -> DType.F32;
            default -> dtype;
        };
    }
}
