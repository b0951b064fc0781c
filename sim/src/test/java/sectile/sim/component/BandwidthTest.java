package sectile.sim.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BandwidthTest {
    @ParameterizedTest
    @CsvSource({
        "   1,        1,        1000",
        " 100,        1,          10",
        " 100,  1048576,    10485760",
        "1024,        1,           1", // 0.9765625 ps, rounded up
        "1024,     1024,        1000",
        " 256,       64,         250",
        "  64,       64,        1000",
        " 0.5,        3,        6000",
        " 100,        0,           0",
    })
    void timeOfBytes(String gbs, long bytes, long picoseconds) {
        assertThat(Bandwidth.ofGbs(new BigDecimal(gbs.strip())).picoseconds(bytes))
                .isEqualTo(picoseconds);
    }

    @Test
    void infiniteTakesNoTime() {
        assertThat(Bandwidth.ofInfinite().picoseconds(Long.MAX_VALUE)).isZero();
        assertThat(Bandwidth.ofInfinite().gbs()).isInfinite();
        assertThat(Bandwidth.ofInfinite()).hasToString("inf");
    }

    @Test
    void textsTellSlowRatesFromNone() {
        assertThat(Bandwidth.ofGbs(new BigDecimal("64"))).hasToString("64 GB/s");
        assertThat(Bandwidth.ofGbs(new BigDecimal("0.25"))).hasToString("0.25 GB/s");
        assertThat(Bandwidth.ofGbs(new BigDecimal("0.0001"))).hasToString("100 kB/s");
    }

    @Test
    void theSlowerRateWins() {
        Bandwidth slow = Bandwidth.ofGbs(BigDecimal.ONE);
        Bandwidth fast = Bandwidth.ofGbs(BigDecimal.TEN);
        assertThat(slow.min(fast)).isEqualTo(slow);
        assertThat(fast.min(slow)).isEqualTo(slow);
        assertThat(fast.min(Bandwidth.ofInfinite())).isEqualTo(fast);
    }

    /// The 128-bit path against big numbers, at products on both sides of 64 bits.
    @Test
    void largeProductsAreExact() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            long bytes = random.nextLong() >>> (1 + random.nextInt(60));
            Bandwidth rate = new Bandwidth(random.nextLong() >>> (1 + random.nextInt(60)));
            BigInteger exact = new BigDecimal(
                            BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(rate.unitsPerByte())))
                    .divide(BigDecimal.valueOf(1L << Bandwidth.UNIT_BITS), 0, RoundingMode.CEILING)
                    .toBigInteger();
            if (exact.bitLength() > 63) {
                assertThatThrownBy(() -> rate.picoseconds(bytes)).isInstanceOf(ArithmeticException.class);
            } else {
                assertThat(rate.picoseconds(bytes)).isEqualTo(exact.longValueExact());
            }
        }
    }

    @Test
    void ratesBeyondTheUnitAreRefused() {
        assertThatThrownBy(() -> Bandwidth.ofGbs(new BigDecimal("1e9"))).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Bandwidth.ofGbs(new BigDecimal("1e-20"))).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Bandwidth.ofGbs(BigDecimal.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
