package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// Functions of two numbers, and how they are applied to whole arrays.
enum BinaryFunction {
    ADD,
    SUB,
    MUL,
    DIV,
    MAXIMUM,
    MINIMUM,
    FMOD,
    REM,
    AND,
    OR,
    XOR,
    SHL,
    SHR,
    EXPDIF;

    static BinaryFunction of(sectile.base.number.BinaryFunction function) {
        return valueOf(function.name());
    }

    /// Applies the function to two arrays of one element type, broadcast to a shape.
    NdArray apply(NdArray a, NdArray b, Shape shape) {
        DType dtype = a.dtype();
        NdArray x = a.broadcastTo(shape);
        NdArray y = b.broadcastTo(shape);
        if (Numbers.isFloat(dtype)) {
            float[] out = new float[Numbers.count(shape)];
            floats(Numbers.floats(x), Numbers.floats(y), out);
            return Numbers.of(dtype, shape, out);
        }
        if (dtype == DType.F64) {
            double[] p = x.toDoubles();
            double[] q = y.toDoubles();
            for (int i = 0; i < p.length; i++) {
                p[i] = real(p[i], q[i]);
            }
            return Numbers.of(dtype, shape, p);
        }
        long[] p = x.toLongs();
        long[] q = y.toLongs();
        for (int i = 0; i < p.length; i++) {
            p[i] = whole(dtype, p[i], q[i]);
        }
        return Numbers.of(dtype, shape, p);
    }

    /// The common functions have loops of their own, which the JVM turns into vector code.
    private void floats(float[] a, float[] b, float[] out) {
        switch (this) {
            case ADD -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = a[i] + b[i];
                }
            }
            case SUB -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = a[i] - b[i];
                }
            }
            case MUL -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = a[i] * b[i];
                }
            }
            case DIV -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = a[i] / b[i];
                }
            }
            case MAXIMUM -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = Math.max(a[i], b[i]);
                }
            }
            case MINIMUM -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = Math.min(a[i], b[i]);
                }
            }
            case FMOD, REM, AND, OR, XOR, SHL, SHR, EXPDIF -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = (float) real(a[i], b[i]);
                }
            }
        }
    }

    double real(double a, double b) {
        return switch (this) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case MAXIMUM -> Math.max(a, b);
            case MINIMUM -> Math.min(a, b);
            case FMOD -> a % b;
            case REM -> {
                double rest = a % b;
                yield rest != 0 && rest < 0 != b < 0 ? rest + b : rest;
            }
            case EXPDIF -> Math.exp(a - b);
            case AND, OR, XOR, SHL, SHR -> throw new IllegalStateException(this + " of floating-point numbers");
        };
    }

    /// Division by zero gives 0, for undefined elements of a tile must not stop a program.
    long whole(DType dtype, long a, long b) {
        boolean unsigned = dtype == DType.U64;
        return switch (this) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> b == 0 ? 0 : unsigned ? Long.divideUnsigned(a, b) : a / b;
            case MAXIMUM -> unsigned ? (Long.compareUnsigned(a, b) >= 0 ? a : b) : Math.max(a, b);
            case MINIMUM -> unsigned ? (Long.compareUnsigned(a, b) <= 0 ? a : b) : Math.min(a, b);
            case FMOD -> b == 0 ? 0 : unsigned ? Long.remainderUnsigned(a, b) : a % b;
            case REM -> b == 0 ? 0 : unsigned ? Long.remainderUnsigned(a, b) : Math.floorMod(a, b);
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> b < 0 || b >= dtype.bits() ? 0 : a << b;
            case SHR -> {
                boolean beyond = b < 0 || b >= dtype.bits();
                yield unsigned ? (beyond ? 0 : a >>> b) : beyond ? (a < 0 ? -1 : 0) : a >> b;
            }
            case EXPDIF -> throw new IllegalStateException(this + " of integers");
        };
    }
}
