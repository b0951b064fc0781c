package sectile.base.array;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The fast loops must say what [Codec] says for one element: all pairs of types, all codes of the narrow
/// ones, odd positions and more than one chunk.
class BulkTest {
    private final long seed = Long.getLong("sectile.seed", 11);

    @ParameterizedTest
    @EnumSource
    void castAgreesWithTheElementwiseRule(DType from) {
        var random = new Random(seed);
        NdArray all = NdArray.zeros(from, Shape.of(5003));
        for (long i = 0; i < all.elements(); i++) {
            all.setBitsAt(i, Codec.mask(from, interesting(from, random)));
        }
        NdArray source = all.slice(0, 3, 5000);
        for (DType to : DType.values()) {
            NdArray cast = source.cast(to);
            assertThat(cast.dtype()).isEqualTo(to);
            for (long i = 0; i < source.elements(); i++) {
                long expected = Codec.convert(from, to, source.bitsAt(i));
                if (cast.bitsAt(i) != expected && !bothNan(to, cast.bitsAt(i), expected)) {
                    assertThat(cast.bitsAt(i))
                            .as("%x from %s to %s, replay with -Dsectile.seed=%d", source.bitsAt(i), from, to, seed)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void arraysOfJavaAgreeWithTheElements(DType dtype) {
        var random = new Random(seed);
        NdArray all = NdArray.zeros(dtype, Shape.of(2101, 2));
        for (long i = 0; i < all.elements(); i++) {
            all.setBitsAt(i, Codec.mask(dtype, random.nextLong()));
        }
        for (NdArray array : new NdArray[] {all, all.slice(0, 7, 2000), all.transpose(), all.slice(1, 1, 2)}) {
            float[] floats = array.toFloats();
            double[] doubles = array.toDoubles();
            long[] longs = array.toLongs();
            for (int i = 0; i < array.elements(); i++) {
                long bits = Codec.convert(dtype, DType.F32, array.bitsAt(i));
                boolean agree = Double.compare(doubles[i], array.getDoubleAt(i)) == 0
                        && longs[i] == array.getLongAt(i)
                        && Float.compare(floats[i], Float.intBitsToFloat((int) bits)) == 0;
                if (!agree) {
                    throw new AssertionError("element " + i + " of " + array + ", replay with -Dsectile.seed=" + seed);
                }
            }
        }
    }

    private static long interesting(DType dtype, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextLong();
            case 1 -> Codec.ofDouble(dtype, random.nextGaussian() * 100);
            default -> Codec.ofDouble(dtype, Math.rint(random.nextGaussian() * 1e5) / 2);
        };
    }

    /// Which bits a NaN has may depend on the instructions the JVM chose.
    private static boolean bothNan(DType dtype, long a, long b) {
        return dtype.isFloat() && Double.isNaN(Codec.toDouble(dtype, a)) && Double.isNaN(Codec.toDouble(dtype, b));
    }
}
