package sectile.base.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sizes and times as options take them and messages show them.
class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "65536, 65536",
        "4K, 4096",
        "512M, 536870912",
        "4G, 4294967296",
        "4GiB, 4294967296",
        "2GB, 2147483648",
        "8388607T, 9223370937343148032"
    })
    void readsSizes(String text, long bytes) {
        assertThat(ByteSize.parse(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "G",
                "4X",
                "1.5G",
                "1e9",
                "4 G",
                "4g",
                "0x10",
                "8388608T",
                "9999999999999999999",
                "+4G",
                "4GG",
                "none"
            })
    void refusesSizes(String text) {
        assertThat(ByteSize.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1 KiB",
        "1536, 1.5 KiB",
        "10240, 10 KiB",
        "4294967296, 4 GiB",
        "4000000000000, 3.6 TiB",
        "9223372036854775807, 8 EiB"
    })
    void showsSizes(long bytes, String text) {
        assertThat(ByteSize.text(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1, 1M", "1048577, 2M", "1073741824, 1G", "1073741825, 2G", "99999999999, 94G"})
    void anOptionIsRoundedUp(long bytes, String option) {
        assertThat(ByteSize.option(bytes)).isEqualTo(option);
        assertThat(ByteSize.parse(option).orElseThrow()).isGreaterThanOrEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "200ms, 200, 200 ms",
        "1s, 1000, 1 s",
        "1.5s, 1500, 1.5 s",
        "30s, 30000, 30 s",
        "90s, 90000, 1 min 30 s",
        "5m, 300000, 5 min",
        "1.5h, 5400000, 1 h 30 min",
        "2h, 7200000, 2 h"
    })
    void readsAndShowsTimes(String text, long millis, String shown) {
        assertThat(TimeSpan.parse(text)).hasValue(Duration.ofMillis(millis));
        assertThat(TimeSpan.text(Duration.ofMillis(millis))).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0s",
                "-1s",
                "5",
                "s",
                "5 s",
                "5d",
                "1e3s",
                "0.1ms",
                "5M",
                "99999999999s",
                "none",
                ".5s",
                "1.s",
                "1:30"
            })
    void refusesTimes(String text) {
        assertThat(TimeSpan.parse(text)).isEmpty();
    }
}
