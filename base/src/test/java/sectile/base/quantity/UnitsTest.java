package sectile.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ps",
        "1, 1 ps",
        "999, 999 ps",
        "1000, 1.00 ns",
        "1500, 1.50 ns",
        "9994, 9.99 ns",
        "9995, 10.0 ns",
        "99949, 99.9 ns",
        "99951, 100 ns",
        "999499, 999 ns",
        "999500, 1.00 µs",
        "1500000, 1.50 µs",
        "2e9, 2.00 ms",
        "3e12, 3.00 s",
        "7.2e15, 7200 s",
        "-1500, -1.50 ns",
        "0.25, 0.25 ps"
    })
    void times(double picoseconds, String text) {
        assertThat(Units.time(picoseconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1023.6, 1.00 KiB",
        "1024, 1.00 KiB",
        "1536, 1.50 KiB",
        "16777216, 16.0 MiB",
        "51539607552, 48.0 GiB",
        "1047527424, 999 MiB",
        "1073217536, 1.00 GiB"
    })
    void sizes(double bytes, String text) {
        assertThat(Units.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0.5, 0.5",
        "0.12345, 0.1235",
        "1234.5, 1234",
        "12345.6, '12,350'",
        "1e-7, 1.000e-07",
        "1e20, 1.000e+20",
        "-3.25, -3.25"
    })
    void numbers(double value, String text) {
        assertThat(Units.number(value)).isEqualTo(text);
    }

    @Test
    void ratesCountsAndPercents() {
        assertThat(Units.rate(3.2e9)).isEqualTo("3.20 GB/s");
        assertThat(Units.rate(Units.bytesPerSecond(1 << 20, 1_000_000))).isEqualTo("1.05 TB/s");
        assertThat(Units.rate(Units.bytesPerSecond(5, 0))).isEqualTo("–");
        assertThat(Units.operationRate(591.4e9)).isEqualTo("591.4 GOP/s");
        assertThat(Units.operationRate(12)).isEqualTo("12 OP/s");
        assertThat(Units.operationRate(Double.POSITIVE_INFINITY)).isEqualTo("∞");
        assertThat(Units.count(1234567)).isEqualTo("1,234,567");
        assertThat(Units.percent(0.1254)).isEqualTo("12.5 %");
        assertThat(Units.percent(Double.NaN)).isEqualTo("–");
        assertThat(Units.time(Double.POSITIVE_INFINITY)).isEqualTo("∞");
    }

    @Test
    void theLocaleDoesNotShow() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Units.time(1500)).isEqualTo("1.50 ns");
            assertThat(Units.count(1000)).isEqualTo("1,000");
        } finally {
            Locale.setDefault(before);
        }
    }
}
