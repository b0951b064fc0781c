package sectile.sim.math;

import sectile.base.array.DType;

/// Element-wise loops on integers and bools, whose values the codec has widened and will narrow again.
final class LongLoops {
    private LongLoops() {}

    static void apply(BinaryOp op, DType dtype, long[] a, long[] b, long[] out, int first, int n) {
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
            case DIV -> divide(dtype, a, b, out, first, n);
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
        }
    }

    static void apply(UnaryOp op, DType dtype, long[] a, long[] out, int n) {
        switch (op) {
            case NEG -> {
                for (int i = 0; i < n; i++) {
                    out[i] = -a[i];
                }
            }
            case ABS -> {
                for (int i = 0; i < n; i++) {
                    out[i] = dtype.isSigned() ? Math.abs(a[i]) : a[i];
                }
            }
            case SQRT, EXP, LOG, SIGMOID, SIN, COS ->
                throw new IllegalStateException(op + " reached the integer loops");
        }
    }

    static void compare(CompareOp op, DType dtype, long[] a, long[] b, byte[] out, int first, int n) {
        long flip = flip(dtype);
        for (int i = 0; i < n; i++) {
            long x = a[i] ^ flip;
            long y = b[i] ^ flip;
            boolean holds = switch (op) {
                case LT -> x < y;
                case LE -> x <= y;
                case GT -> x > y;
                case GE -> x >= y;
                case EQ -> x == y;
                case NE -> x != y;
            };
            out[first + i] = (byte) (holds ? 1 : 0);
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

    private static void divide(DType dtype, long[] a, long[] b, long[] out, int first, int n) {
        for (int i = 0; i < n; i++) {
            if (b[i] == 0) {
                throw Errors.divisionByZero(dtype, first + i);
            }
            out[i] = dtype == DType.U64 ? Long.divideUnsigned(a[i], b[i]) : a[i] / b[i];
        }
    }
}
