package sectile.sim.workload;

import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.number.Tile;
import sectile.sim.problem.MachineCode;

/// Seeded inputs of integers from −2 to 2. Sums of up to 2^22 products of them are exact in f32.
final class SmallIntegers {
    /// Values by three random bits: the middle ones twice as likely as the ends.
    private static final float[] VALUES = {-2, -1, -1, 0, 0, 1, 1, 2};

    private static final int DRAWS_PER_WORD = 21;

    private static final long MOST = 1 << 29;
    private static final long MOST_ANYWHERE = 1L << 51;

    private SmallIntegers() {}

    static float[] floats(long seed, long elements) {
        if (elements > MOST) {
            throw new DiagnosticException(Diagnostic.error(
                            MachineCode.OPERAND_TOO_LARGE,
                            Span.none(),
                            "a matrix of " + elements + " elements is too large to have values, at most " + MOST)
                    .hint("run with --no-data for the time alone, or make it smaller"));
        }
        int count = (int) elements;
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[count];
        // Several draws from one 64-bit word keep big inputs cheap to make.
        for (int i = 0; i < count; i += DRAWS_PER_WORD) {
            long word = random.nextLong();
            int end = Math.min(count, i + DRAWS_PER_WORD);
            for (int j = i; j < end; j++) {
                values[j] = VALUES[(int) word & 7];
                word >>>= 3;
            }
        }
        return values;
    }

    /// A diagnostic if one of these numbers of elements is more than any memory holds.
    static void checkBytes(long... elements) {
        for (long count : elements) {
            if (count > MOST_ANYWHERE) {
                throw new DiagnosticException(Diagnostic.error(
                                MachineCode.OPERAND_TOO_LARGE,
                                Span.none(),
                                "a matrix of " + count + " elements is larger than any memory, at most "
                                        + MOST_ANYWHERE)
                        .hint("make it smaller"));
            }
        }
    }

    /// The same for a type that may have no negative numbers: then from 0 to 2.
    static float[] floats(long seed, long elements, DType dtype) {
        float[] values = floats(seed, elements);
        if (!dtype.isSigned()) {
            for (int i = 0; i < values.length; i++) {
                values[i] = Math.abs(values[i]);
            }
        }
        return values;
    }

    static Tile tile(DType dtype, Shape shape, float[] values) {
        if (dtype.isFloat()) {
            return Tile.ofFloats(dtype, shape, values);
        }
        long[] whole = new long[values.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = (long) values[i];
        }
        return Tile.ofLongs(dtype, shape, whole);
    }
}
