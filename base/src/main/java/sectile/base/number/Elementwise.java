package sectile.base.number;

import sectile.base.array.DType;
import sectile.base.array.RunCodec;

/// Elementwise operations on operands of the result's size or of a single element: read, compute and write run by run.
final class Elementwise {
    private Elementwise() {}

    static void unary(UnaryFunction op, Packed a, Packed out) {
        // Unary functions are exact or dominated by the function, so floats of every width go through f64.
        Domain domain = a.dtype().isFloat() ? Domain.DOUBLE : Domain.LONG;
        int n = out.elements();
        int run = run(n);
        var x = new Operand(a, run, domain);
        var result = new Result(out, run, domain);
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            if (domain == Domain.LONG) {
                LongLoops.apply(op, a.dtype(), x.longs(first, count), result.longs, count);
                result.writeLongs(first, count);
            } else {
                DoubleLoops.apply(op, x.doubles(first, count), result.doubles, count);
                result.writeDoubles(first, count);
            }
        }
    }

    static void binary(BinaryFunction op, Packed a, Packed b, Packed out) {
        DType dtype = a.dtype();
        Domain domain = FloatLoops.has(op) || !dtype.isFloat() ? Domain.of(dtype) : Domain.DOUBLE;
        if (domain == Domain.FLOAT && inPlace(op, a, b, out)) {
            return;
        }
        int n = out.elements();
        int run = run(n);
        var x = new Operand(a, run, domain);
        var y = new Operand(b, run, domain);
        var result = new Result(out, run, domain);
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            switch (domain) {
                case FLOAT -> {
                    FloatLoops.apply(op, x.floats(first, count), y.floats(first, count), result.floats, count);
                    result.writeFloats(first, count);
                }
                case DOUBLE -> {
                    DoubleLoops.apply(op, x.doubles(first, count), y.doubles(first, count), result.doubles, count);
                    result.writeDoubles(first, count);
                }
                case LONG -> {
                    long[] divisors = y.longs(first, count);
                    if (op.divides()) {
                        checkDivisors(divisors, first, count);
                    }
                    LongLoops.apply(op, dtype, x.longs(first, count), divisors, result.longs, count);
                    result.writeLongs(first, count);
                }
            }
        }
    }

    /// Arrays of f32 need no codec: one loop over all elements.
    private static boolean inPlace(BinaryFunction op, Packed a, Packed b, Packed out) {
        float[] x = a.floats();
        float[] y = b.floats();
        float[] result = out.floats();
        if (x == null || y == null || result == null || x.length != result.length || y.length != result.length) {
            return false;
        }
        FloatLoops.apply(op, x, y, result, result.length);
        RunCodec.canonical(result, result.length);
        return true;
    }

    static void ternary(TernaryFunction op, Packed a, Packed b, Packed c, Packed out) {
        if (op != TernaryFunction.FMA) {
            BinaryFunction step = op == TernaryFunction.ADDC ? BinaryFunction.ADD : BinaryFunction.SUB;
            binary(step, a, b, out);
            binary(step, out, c, out);
            return;
        }
        DType dtype = a.dtype();
        Domain domain = dtype == DType.F32 ? Domain.FLOAT : dtype.isFloat() ? Domain.DOUBLE : Domain.LONG;
        int n = out.elements();
        int run = run(n);
        var x = new Operand(a, run, domain);
        var y = new Operand(b, run, domain);
        var z = new Operand(c, run, domain);
        var result = new Result(out, run, domain);
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            switch (domain) {
                case FLOAT -> {
                    FloatLoops.fma(
                            x.floats(first, count),
                            y.floats(first, count),
                            z.floats(first, count),
                            result.floats,
                            count);
                    result.writeFloats(first, count);
                }
                case DOUBLE -> {
                    double[] p = x.doubles(first, count);
                    double[] q = y.doubles(first, count);
                    double[] r = z.doubles(first, count);
                    if (dtype == DType.F64) {
                        DoubleLoops.fma(p, q, r, result.doubles, count);
                    } else {
                        DoubleLoops.fmaToOdd(p, q, r, result.doubles, count);
                    }
                    result.writeDoubles(first, count);
                }
                case LONG -> {
                    LongLoops.fma(
                            x.longs(first, count), y.longs(first, count), z.longs(first, count), result.longs, count);
                    result.writeLongs(first, count);
                }
            }
        }
    }

    /// Writes 1 where the comparison holds and 0 elsewhere, to a type of integers or bools.
    static void compare(Comparison op, Packed a, Packed b, Packed out) {
        DType dtype = a.dtype();
        Domain domain = dtype.isFloat() ? Domain.DOUBLE : Domain.LONG;
        int n = out.elements();
        int run = run(n);
        var x = new Operand(a, run, domain);
        var y = new Operand(b, run, domain);
        var result = new Result(out, run, Domain.LONG);
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            if (domain == Domain.LONG) {
                LongLoops.compare(op, dtype, x.longs(first, count), y.longs(first, count), result.longs, count);
            } else {
                DoubleLoops.compare(op, x.doubles(first, count), y.doubles(first, count), result.longs, count);
            }
            result.writeLongs(first, count);
        }
    }

    private static int run(int elements) {
        return Math.min(elements, RunCodec.RUN);
    }

    private static void checkDivisors(long[] divisors, int first, int count) {
        for (int i = 0; i < count; i++) {
            if (divisors[i] == 0) {
                throw new UndefinedResultException(UndefinedResultException.Reason.DIVISION_BY_ZERO, first + i);
            }
        }
    }
}
