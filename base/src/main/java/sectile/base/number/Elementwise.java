package sectile.base.number;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// Element-wise operations: check the operands, then decode, compute and encode run by run.
final class Elementwise {
    private Elementwise() {}

    static Tile unary(UnaryFunction op, Tile a) {
        DType dtype = a.dtype();
        TileTypes.computed(op.text(), dtype, op.legal());
        int n = a.elements();
        int run = Operand.run(a.shape());
        byte[] result = new byte[a.byteSize()];
        var codec = new Codec(dtype, run);
        // Unary operations are exact or dominated by the function, so floats of every width go through f64.
        Domain domain = dtype.isFloat() ? Domain.DOUBLE : Domain.LONG;
        var operand = new Operand(a, a.shape(), domain);
        if (domain == Domain.LONG) {
            long[] out = new long[run];
            for (int first = 0; first < n; first += run) {
                int count = Math.min(run, n - first);
                LongLoops.apply(op, dtype, operand.longs(first, count), out, count);
                codec.encode(out, result, first, count);
            }
        } else {
            double[] out = new double[run];
            for (int first = 0; first < n; first += run) {
                int count = Math.min(run, n - first);
                DoubleLoops.apply(op, operand.doubles(first, count), out, count);
                codec.encode(out, result, first, count);
            }
        }
        return new Tile(dtype, a.shape(), result);
    }

    static Tile binary(BinaryFunction op, Tile a, Tile b) {
        DType dtype = sameDtype(op.text(), a, b);
        TileTypes.computed(op.text(), dtype, op.legal());
        Shape shape = TileTypes.broadcast(op.text(), a.shape(), b.shape());
        byte[] result = new byte[Tile.byteCount(dtype, shape)];
        int n = (int) shape.elements();
        int run = Operand.run(shape);
        Domain domain = FloatLoops.has(op) || !dtype.isFloat() ? Domain.of(dtype) : Domain.DOUBLE;
        var x = new Operand(a, shape, domain);
        var y = new Operand(b, shape, domain);
        var codec = new Codec(dtype, run);
        switch (domain) {
            case FLOAT -> {
                float[] out = new float[run];
                for (int first = 0; first < n; first += run) {
                    int count = Math.min(run, n - first);
                    FloatLoops.apply(op, x.floats(first, count), y.floats(first, count), out, count);
                    codec.encode(out, result, first, count);
                }
            }
            case DOUBLE -> {
                double[] out = new double[run];
                for (int first = 0; first < n; first += run) {
                    int count = Math.min(run, n - first);
                    DoubleLoops.apply(op, x.doubles(first, count), y.doubles(first, count), out, count);
                    codec.encode(out, result, first, count);
                }
            }
            case LONG -> {
                long[] out = new long[run];
                for (int first = 0; first < n; first += run) {
                    int count = Math.min(run, n - first);
                    long[] divisors = y.longs(first, count);
                    if (op.divides()) {
                        checkDivisors(dtype, divisors, first, count);
                    }
                    LongLoops.apply(op, dtype, x.longs(first, count), divisors, out, count);
                    codec.encode(out, result, first, count);
                }
            }
        }
        return new Tile(dtype, shape, result);
    }

    static Tile compare(Comparison op, Tile a, Tile b) {
        DType dtype = sameDtype(op.text(), a, b);
        Shape shape = TileTypes.broadcast(op.text(), a.shape(), b.shape());
        byte[] result = new byte[Tile.byteCount(DType.BOOL, shape)];
        int n = (int) shape.elements();
        int run = Operand.run(shape);
        Domain domain = dtype.isFloat() ? Domain.DOUBLE : Domain.LONG;
        var x = new Operand(a, shape, domain);
        var y = new Operand(b, shape, domain);
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            if (domain == Domain.LONG) {
                LongLoops.compare(op, dtype, x.longs(first, count), y.longs(first, count), result, first, count);
            } else {
                DoubleLoops.compare(op, x.doubles(first, count), y.doubles(first, count), result, first, count);
            }
        }
        return new Tile(DType.BOOL, shape, result);
    }

    static Tile fma(Tile a, Tile b, Tile c) {
        DType dtype = sameDtype("fma", a, b);
        sameDtype("fma", a, c);
        TileTypes.arithmetic("fma", dtype);
        Shape shape = TileTypes.broadcast("fma", TileTypes.broadcast("fma", a.shape(), b.shape()), c.shape());
        byte[] result = new byte[Tile.byteCount(dtype, shape)];
        int n = (int) shape.elements();
        int run = Operand.run(shape);
        Domain domain = dtype == DType.F32 ? Domain.FLOAT : dtype.isFloat() ? Domain.DOUBLE : Domain.LONG;
        var x = new Operand(a, shape, domain);
        var y = new Operand(b, shape, domain);
        var z = new Operand(c, shape, domain);
        var codec = new Codec(dtype, run);
        float[] floats = new float[domain == Domain.FLOAT ? run : 0];
        double[] doubles = new double[domain == Domain.DOUBLE ? run : 0];
        long[] longs = new long[domain == Domain.LONG ? run : 0];
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            switch (domain) {
                case FLOAT -> {
                    FloatLoops.fma(
                            x.floats(first, count), y.floats(first, count), z.floats(first, count), floats, count);
                    codec.encode(floats, result, first, count);
                }
                case DOUBLE -> {
                    double[] p = x.doubles(first, count);
                    double[] q = y.doubles(first, count);
                    double[] r = z.doubles(first, count);
                    if (dtype == DType.F64) {
                        DoubleLoops.fma(p, q, r, doubles, count);
                    } else {
                        DoubleLoops.fmaToOdd(p, q, r, doubles, count);
                    }
                    codec.encode(doubles, result, first, count);
                }
                case LONG -> {
                    LongLoops.fma(x.longs(first, count), y.longs(first, count), z.longs(first, count), longs, count);
                    codec.encode(longs, result, first, count);
                }
            }
        }
        return new Tile(dtype, shape, result);
    }

    /// Elements of `a` where the condition holds, of `b` elsewhere, bit for bit.
    static Tile where(Tile condition, Tile a, Tile b) {
        TileTypes.condition(condition.dtype());
        DType dtype = sameDtype("where", a, b);
        Shape shape =
                TileTypes.broadcast("where", TileTypes.broadcast("where", a.shape(), b.shape()), condition.shape());
        byte[] choice = Layouts.broadcastTo(condition, shape).raw();
        byte[] x = Layouts.broadcastTo(a, shape).raw();
        byte[] result = Layouts.broadcastTo(b, shape).raw().clone();
        int n = (int) shape.elements();
        int width = dtype.bits() / 8;
        for (int i = 0; i < n; ) {
            int end = i + 1;
            while (end < n && (choice[end] != 0) == (choice[i] != 0)) {
                end++;
            }
            if (choice[i] != 0 && width > 0) {
                System.arraycopy(x, i * width, result, i * width, (end - i) * width);
            } else if (choice[i] != 0) {
                for (int k = i; k < end; k++) {
                    Codec.putNibble(result, k, Codec.nibble(x, k));
                }
            }
            i = end;
        }
        return new Tile(dtype, shape, result);
    }

    private static void checkDivisors(DType dtype, long[] divisors, int first, int count) {
        for (int i = 0; i < count; i++) {
            if (divisors[i] == 0) {
                throw Errors.divisionByZero(dtype, first + i);
            }
        }
    }

    private static DType sameDtype(String op, Tile a, Tile b) {
        return TileTypes.same(op, a.dtype(), b.dtype());
    }
}
