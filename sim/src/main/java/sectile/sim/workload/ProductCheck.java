package sectile.sim.workload;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.array.NdArray;

/// Whether a matrix is the product `a[m×k] · b[k×n]` of [SmallIntegers].
///
/// Multiplying again takes as long as what is checked, or longer. So a large product `c` whose type holds its sums
/// exactly is multiplied with a vector of random 64-bit numbers instead: `c · x` must be `a · (b · x)`, modulo 2^64.
/// A row of `c` in which an element differs by less than 2^25 passes with a probability of at most 2^−39. If a row does
/// not pass, all elements are compared, as those of small products are.
///
/// A sum that a floating-point type cannot hold exactly is rounded to a number that is at least as large as the last
/// of its consecutive integers. So smaller numbers are exact, even if larger ones were possible.
final class ProductCheck {
    /// Products of at most this many multiplications are compared element by element.
    private static final long SMALL = 1 << 24;
    /// The largest absolute value of a product of two inputs.
    private static final long LARGEST = 4;

    private static final long SEED = 0x5eed;

    private final float[] a;
    private final float[] b;
    private final int m;
    private final int n;
    private final int k;

    ProductCheck(float[] a, float[] b, int m, int n, int k) {
        this.a = a;
        this.b = b;
        this.m = m;
        this.n = n;
        this.k = k;
    }

    void compare(ValueCheck check, ValueCheck.Result where, NdArray found) {
        boolean small = (double) m * n * k <= SMALL;
        if (!small && isProbablyRight(found)) {
            check.count(found.elements());
            return;
        }
        check.compare(
                where,
                found,
                SmallIntegers.tile(found.dtype(), found.shape(), product()).toNdArray());
    }

    /// Up to where a type has every integer.
    private static long lastInteger(DType dtype) {
        return switch (dtype) {
            case F16 -> 1 << 11;
            case BF16 -> 1 << 8;
            case F32 -> 1 << 24;
            case F64 -> 1L << 53;
            case I32, U32, I64, U64 -> Integer.MAX_VALUE;
            case I16, U16 -> Short.MAX_VALUE;
            case I8, U8 -> Byte.MAX_VALUE;
            case BOOL, I4, U4, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> 0;
        };
    }

    /// The numbers below which a result is what the exact sum would be; 0 if that cannot be told from the result.
    private long exactBelow(DType dtype) {
        long last = lastInteger(dtype);
        boolean always = LARGEST * k <= last;
        boolean rounds = dtype == DType.F16 || dtype == DType.BF16 || dtype == DType.F32 || dtype == DType.F64;
        return always ? Long.MAX_VALUE : rounds ? last : 0;
    }

    private boolean isProbablyRight(NdArray found) {
        long below = exactBelow(found.dtype());
        if (below == 0) {
            return false;
        }
        SplittableRandom random = new SplittableRandom(SEED);
        long[] x = random.longs(n).toArray();
        long[] bx = new long[k];
        for (int i = 0; i < k; i++) {
            long sum = 0;
            for (int j = 0; j < n; j++) {
                sum += ((long) b[i * n + j]) * x[j];
            }
            bx[i] = sum;
        }
        return IntStream.range(0, m).parallel().allMatch(row -> isProbablyRight(found, row, below, x, bx));
    }

    private boolean isProbablyRight(NdArray found, int row, long below, long[] x, long[] bx) {
        long expected = 0;
        for (int j = 0; j < k; j++) {
            expected += ((long) a[row * k + j]) * bx[j];
        }
        long sum = 0;
        for (int j = 0; j < n; j++) {
            double value = found.getDoubleAt((long) row * n + j);
            long integer = (long) value;
            if (integer != value || Math.abs(integer) >= below) {
                return false;
            }
            sum += integer * x[j];
        }
        return sum == expected;
    }

    /// All elements, exact for these inputs. Rows are arrays of their own, which lets the inner loop vectorise.
    private float[] product() {
        float[][] rows = new float[k][];
        for (int i = 0; i < k; i++) {
            rows[i] = Arrays.copyOfRange(b, i * n, (i + 1) * n);
        }
        float[] result = new float[m * n];
        IntStream.range(0, m).parallel().forEach(i -> {
            float[] sums = new float[n];
            for (int j = 0; j < k; j++) {
                axpy(a[i * k + j], rows[j], sums);
            }
            System.arraycopy(sums, 0, result, i * n, n);
        });
        return result;
    }

    private static void axpy(float factor, float[] row, float[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += factor * row[i];
        }
    }
}
