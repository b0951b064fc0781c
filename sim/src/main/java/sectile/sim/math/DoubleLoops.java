package sectile.sim.math;

/// Element-wise loops in f64, for f64 itself and for what f32 would round twice.
final class DoubleLoops {
    private DoubleLoops() {}

    static void apply(BinaryOp op, double[] a, double[] b, double[] out, int n) {
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
        }
    }

    static void apply(UnaryOp op, double[] a, double[] out, int n) {
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
            case EXP -> {
                for (int i = 0; i < n; i++) {
                    out[i] = StrictMath.exp(a[i]);
                }
            }
            case LOG -> {
                for (int i = 0; i < n; i++) {
                    out[i] = StrictMath.log(a[i]);
                }
            }
            case SIGMOID -> {
                for (int i = 0; i < n; i++) {
                    out[i] = sigmoid(a[i]);
                }
            }
            case SIN -> {
                for (int i = 0; i < n; i++) {
                    out[i] = StrictMath.sin(a[i]);
                }
            }
            case COS -> {
                for (int i = 0; i < n; i++) {
                    out[i] = StrictMath.cos(a[i]);
                }
            }
        }
    }

    static void compare(CompareOp op, double[] a, double[] b, byte[] out, int first, int n) {
        for (int i = 0; i < n; i++) {
            boolean holds = switch (op) {
                case LT -> a[i] < b[i];
                case LE -> a[i] <= b[i];
                case GT -> a[i] > b[i];
                case GE -> a[i] >= b[i];
                case EQ -> a[i] == b[i];
                case NE -> a[i] != b[i];
            };
            out[first + i] = (byte) (holds ? 1 : 0);
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
            out[i] = Rounding.fmaToOdd(a[i], b[i], c[i]);
        }
    }

    /// The form that neither overflows nor cancels on either side.
    static double sigmoid(double x) {
        if (x >= 0) {
            return 1 / (1 + StrictMath.exp(-x));
        }
        double e = StrictMath.exp(x);
        return e / (1 + e);
    }
}
