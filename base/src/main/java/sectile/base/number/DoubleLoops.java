package sectile.base.number;

/// Element-wise loops in f64, for f64 itself and for what f32 would round twice.
final class DoubleLoops {
    private DoubleLoops() {}

    static void apply(BinaryFunction op, double[] a, double[] b, double[] out, int n) {
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
            case DIV -> {
                for (int i = 0; i < n; i++) {
                    out[i] = a[i] / b[i];
                }
            }
            case MAXIMUM -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Math.max(a[i], b[i]);
                }
            }
            case MINIMUM -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Math.min(a[i], b[i]);
                }
            }
            case FLOOR_DIV, FMOD, REM, POW, AND, OR, XOR, SHL, SHR, EXPDIF, PRELU -> {
                for (int i = 0; i < n; i++) {
                    out[i] = op.inDouble(a[i], b[i]);
                }
            }
        }
    }

    static void apply(UnaryFunction op, double[] a, double[] out, int n) {
        switch (op) {
            case NEG -> {
                for (int i = 0; i < n; i++) {
                    out[i] = -a[i];
                }
            }
            case ABS -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Math.abs(a[i]);
                }
            }
            case SQRT -> {
                for (int i = 0; i < n; i++) {
                    out[i] = Math.sqrt(a[i]);
                }
            }
            case NOT, RELU, RECIP, RSQRT, EXP, LOG, SIGMOID, SIN, COS -> {
                for (int i = 0; i < n; i++) {
                    out[i] = op.inDouble(a[i]);
                }
            }
        }
    }

    static void compare(Comparison op, double[] a, double[] b, long[] out, int n) {
        for (int i = 0; i < n; i++) {
            boolean holds = op.onFloats(a[i], b[i]);
            out[i] = holds ? 1 : 0;
        }
    }

    static void fma(double[] a, double[] b, double[] c, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = Math.fma(a[i], b[i], c[i]);
        }
    }

    /// Rounded to odd, for operands whose products are exact.
    static void fmaToOdd(double[] a, double[] b, double[] c, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = RoundToOdd.fmaToOdd(a[i], b[i], c[i]);
        }
    }
}
