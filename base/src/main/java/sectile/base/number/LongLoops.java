package sectile.base.number;

import sectile.base.array.DType;

/// Element-wise loops on integers and bools, whose values the codec has widened and will narrow again.
final class LongLoops {
    private LongLoops() {}

    static void apply(BinaryFunction op, DType dtype, long[] a, long[] b, long[] out, int n) {
        switch (op) {
            case ADD -> {
                for (int i = 0; i < n; i++) {
                    out[i] = a[i] + b[i];
                }
            }
            case SUB -> {
                for (int i = 0; i < n; i++) {
                    out[i] = a[i] - b[i];
                }
            }
            case MUL -> {
                for (int i = 0; i < n; i++) {
                    out[i] = a[i] * b[i];
                }
            }
            case MAXIMUM -> {
                long flip = flip(dtype);
                for (int i = 0; i < n; i++) {
                    out[i] = Math.max(a[i] ^ flip, b[i] ^ flip) ^ flip;
                }
            }
            case MINIMUM -> {
                long flip = flip(dtype);
                for (int i = 0; i < n; i++) {
                    out[i] = Math.min(a[i] ^ flip, b[i] ^ flip) ^ flip;
                }
            }
            case DIV, FLOOR_DIV, FMOD, REM, POW, AND, OR, XOR, SHL, SHR, EXPDIF, PRELU -> {
                for (int i = 0; i < n; i++) {
                    out[i] = op.inLong(dtype, a[i], b[i]);
                }
            }
        }
    }

    static void apply(UnaryFunction op, DType dtype, long[] a, long[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = op.inLong(dtype, a[i]);
        }
    }

    static void compare(Comparison op, DType dtype, long[] a, long[] b, long[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = op.onIntegers(dtype, a[i], b[i]) ? 1 : 0;
        }
    }

    static void fma(long[] a, long[] b, long[] c, long[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = a[i] * b[i] + c[i];
        }
    }

    /// What to exclusive-or with so that signed order is the type's order.
    static long flip(DType dtype) {
        return dtype == DType.U64 ? Long.MIN_VALUE : 0;
    }
}
