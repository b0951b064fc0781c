package sectile.sim.math;

/// Element-wise loops in f32; each vectorises.
final class FloatLoops {
    private FloatLoops() {}

    static void apply(BinaryOp op, float[] a, float[] b, float[] out, int n) {
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

    static void fma(float[] a, float[] b, float[] c, float[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = Math.fma(a[i], b[i], c[i]);
        }
    }
}
