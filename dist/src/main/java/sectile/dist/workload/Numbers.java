package sectile.dist.workload;

import sectile.base.array.DType;

/// Which numbers a type holds exactly.
final class Numbers {
    /// No input is larger than f32 holds, in which they are made and combined for the check.
    private static final int MOST_BITS = 24;

    private Numbers() {}

    /// A number up to which the type holds every integer, and if it is signed their negatives.
    static long whole(DType dtype) {
        return switch (dtype) {
            case BOOL -> 1;
            case F4E2M1 -> 4;
            case F8E5M2 -> 1L << 3;
            case F8E4M3 -> 1L << 4;
            // Powers of two alone: others are rounded to the next one.
            case F8E8M0 -> 1L << 7;
            case BF16 -> 1L << 8;
            case F16 -> 1L << 11;
            case F32, F64 -> 1L << MOST_BITS;
            case I4, I8, I16, I32, I64 -> (1L << Math.min(MOST_BITS, dtype.bits() - 1)) - 1;
            case U4, U8, U16, U32, U64 -> (1L << Math.min(MOST_BITS, dtype.bits())) - 1;
        };
    }

    /// How often 1 can be doubled, and if the type has fractions also halved.
    static int doublings(DType dtype) {
        return switch (dtype) {
            case BOOL, F4E2M1 -> 1;
            case F8E4M3 -> 6;
            case F8E5M2, F16 -> 14;
            case F8E8M0, BF16, F32, F64 -> 126;
            case I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> Math.min(MOST_BITS, dtype.bits() - 2);
        };
    }
}
