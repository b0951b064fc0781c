package sectile.base.number;

/// Element-wise loops in f32; each vectorises.
final class FloatLoops {
    private FloatLoops() {}

    /// Whether a function of f32 or a narrower type may be computed in f32: it rounds no more than once in f32, whose
    /// 24 digits are enough for a second rounding to a narrower type to change nothing.
    static boolean has(BinaryFunction op) {
        return switch (op) {
            case ADD, SUB, MUL, DIV, MAXIMUM, MINIMUM, PRELU -> true;
            case FLOOR_DIV, FMOD, REM, POW, AND, OR, XOR, SHL, SHR, EXPDIF -> false;
        };
    }

    static void apply(BinaryFunction op, float[] a, float[] b, float[] out, int n) {
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
            case PRELU -> {
                for (int i = 0; i < n; i++) {
                    out[i] = a[i] > 0 ? a[i] : a[i] * b[i];
                }
            }
            case FLOOR_DIV, FMOD, REM, POW, AND, OR, XOR, SHL, SHR, EXPDIF ->
                throw new IllegalStateException(op + " reached the f32 loops");
        }
    }

    static void fma(float[] a, float[] b, float[] c, float[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = Math.fma(a[i], b[i], c[i]);
        }
    }
}
