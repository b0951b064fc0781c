package sectile.sim.random;

import sectile.base.array.DType;

/// Rounding by looking at the neighbours: slow and plain.
final class Rounded {
    private Rounded() {}

    /// A double as the nearest value of a float type, ties to even.
    static double round(DType dtype, double value) {
        return switch (dtype) {
            case F64 -> value;
            case F32 -> (float) value;
            case F16 -> Float.float16ToFloat(f16Bits(value));
            case BF16 -> bf16(value);
            default -> throw new IllegalArgumentException(dtype.text());
        };
    }

    /// A long as a value of an integer type, wrapped.
    static long wrap(DType dtype, long value) {
        return switch (dtype) {
            case I8 -> (byte) value;
            case I32 -> (int) value;
            case I64 -> value;
            default -> throw new IllegalArgumentException(dtype.text());
        };
    }

    static short f16Bits(double value) {
        if (Double.isNaN(value)) {
            return 0x7e00;
        }
        double size = Math.abs(value);
        int near = Float.floatToFloat16((float) size);
        int best = near;
        for (int bits = Math.max(0, near - 1); bits <= Math.min(0x7c00, near + 1); bits++) {
            best = closer(size, bits, f16Size(bits), best, f16Size(best)) ? bits : best;
        }
        return (short) (best | (Math.copySign(1, value) < 0 ? 0x8000 : 0));
    }

    /// Infinity counts as the value that would follow the largest.
    private static double f16Size(int bits) {
        return bits == 0x7c00 ? 65536 : Float.float16ToFloat((short) bits);
    }

    private static double bf16(double value) {
        if (Double.isNaN(value)) {
            return value;
        }
        double size = Math.abs(value);
        int near = Float.floatToIntBits((float) size) >>> 16;
        int best = near;
        for (int bits = Math.max(0, near - 1); bits <= Math.min(0x7f80, near + 1); bits++) {
            best = closer(size, bits, bf16Size(bits), best, bf16Size(best)) ? bits : best;
        }
        return Math.copySign(Float.intBitsToFloat(best << 16), value);
    }

    private static double bf16Size(int bits) {
        return bits == 0x7f80 ? 0x1p128 : Float.intBitsToFloat(bits << 16);
    }

    private static boolean closer(double value, int bits, double candidate, int bestBits, double best) {
        double distance = Math.abs(value - candidate);
        double before = Math.abs(value - best);
        return distance < before || (distance == before && (bits & 1) == 0 && (bestBits & 1) != 0);
    }
}
