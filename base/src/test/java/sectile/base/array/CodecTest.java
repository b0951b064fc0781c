package sectile.base.array;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodecTest {
    @ParameterizedTest
    @EnumSource
    void everyNarrowCodeSurvivesDoubles(DType dtype) {
        int codes = 1 << Math.min(16, dtype.bits());
        for (int code = 0; code < codes; code++) {
            double value = Codec.toDouble(dtype, code);
            if (Double.isNaN(value) || (dtype == DType.BOOL && code > 1)) {
                continue;
            }
            if (Codec.ofDouble(dtype, value) != code) {
                assertThat(Codec.ofDouble(dtype, value)).isEqualTo(code);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = "[IU].*", mode = EnumSource.Mode.MATCH_ALL)
    void integersWrapFromIntegersAndStopAtTheirRangeFromFloats(DType dtype) {
        long max = dtype.isSigned() ? Long.MAX_VALUE >>> (64 - dtype.bits()) : Codec.mask(dtype, -1);
        long min = dtype.isSigned() ? -max - 1 : 0;
        assertThat(value(dtype, Codec.ofLong(dtype, max + 1))).isEqualTo(min);
        assertThat(value(dtype, Codec.ofLong(dtype, min - 1))).isEqualTo(max);
        assertThat(value(dtype, Codec.ofDouble(dtype, 1e30))).isEqualTo(max);
        assertThat(value(dtype, Codec.ofDouble(dtype, Double.POSITIVE_INFINITY)))
                .isEqualTo(max);
        assertThat(value(dtype, Codec.ofDouble(dtype, -1e30))).isEqualTo(min);
        assertThat(value(dtype, Codec.ofDouble(dtype, Double.NaN))).isZero();
        assertThat(value(dtype, Codec.ofDouble(dtype, 2.9))).isEqualTo(3);
        assertThat(value(dtype, Codec.ofDouble(dtype, 2.5))).isEqualTo(2);
        assertThat(value(dtype, Codec.ofDouble(dtype, -2.9))).isEqualTo(dtype.isSigned() ? -3 : 0);
    }

    private static long value(DType dtype, long bits) {
        return Codec.toLong(dtype, bits);
    }

    @Test
    void unsigned64() {
        assertThat(Codec.ofDouble(DType.U64, 0x1p63)).isEqualTo(Long.MIN_VALUE);
        assertThat(Codec.ofDouble(DType.U64, Math.nextDown(0x1p64))).isEqualTo(-2048L);
        assertThat(Codec.ofDouble(DType.U64, 0x1p64)).isEqualTo(-1L);
        assertThat(Codec.toDouble(DType.U64, -1L)).isEqualTo(0x1p64);
        assertThat(Codec.toDouble(DType.U64, Long.MIN_VALUE)).isEqualTo(0x1p63);
    }

    @Test
    void bools() {
        assertThat(Codec.convert(DType.F32, DType.BOOL, Float.floatToRawIntBits(Float.NaN)))
                .isOne();
        assertThat(Codec.convert(DType.F32, DType.BOOL, Float.floatToRawIntBits(-0f) & 0xffffffffL))
                .isZero();
        assertThat(Codec.convert(DType.BOOL, DType.F16, 1)).isEqualTo(0x3c00);
        assertThat(Codec.toLong(DType.BOOL, 0x80))
                .as("any other byte is true, too")
                .isOne();
    }

    /// 64-bit integers to floats must round once, although most do not fit a double.
    @Test
    void longsRoundOnce() {
        long seed = Long.getLong("sectile.seed", 3);
        var random = new Random(seed);
        for (int i = 0; i < 15_000; i++) {
            long value = switch (i % 3) {
                case 0 -> random.nextLong();
                case 1 -> random.nextLong() >> random.nextInt(64);
                default -> nextToATie(random);
            };
            for (DType to : new DType[] {DType.BF16, DType.F32, DType.F64, DType.F16}) {
                double signed = Codec.toDouble(to, Codec.ofLong(to, value));
                double unsigned = Codec.toDouble(to, Codec.ofUnsignedLong(to, value));
                if (signed != rounded(BigInteger.valueOf(value), to)
                        || unsigned != rounded(new BigInteger(Long.toUnsignedString(value)), to)) {
                    throw new AssertionError(value + " to " + to + " gave " + signed + " and without sign " + unsigned
                            + ", replay with -Dsectile.seed=" + seed);
                }
            }
        }
    }

    /// Next to a tie of bf16 or f32, with perhaps one more bit far below.
    private static long nextToATie(Random random) {
        long high = (random.nextLong() | Long.MIN_VALUE) >>> random.nextInt(2);
        long mask = -1L << (38 + random.nextInt(20));
        return (high & mask) | random.nextInt(2);
    }

    /// Rounds by halving in integers, apart from anything the code under test does.
    private static double rounded(BigInteger value, DType to) {
        int precision = switch (to) {
            case F16 -> 11;
            case BF16 -> 8;
            case F32 -> 24;
            default -> 53;
        };
        int drop = Math.max(0, value.abs().bitLength() - precision);
        BigDecimal scaled =
                new BigDecimal(value).divide(new BigDecimal(BigInteger.TWO.pow(drop)), MathContext.UNLIMITED);
        BigInteger kept = scaled.setScale(0, RoundingMode.HALF_EVEN).toBigIntegerExact();
        double result = kept.shiftLeft(drop).doubleValue();
        return to == DType.F16 && Math.abs(result) > 65504 ? Math.copySign(Double.POSITIVE_INFINITY, result) : result;
    }
}
