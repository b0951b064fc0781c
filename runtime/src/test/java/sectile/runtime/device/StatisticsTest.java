package sectile.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void anOutlierMovesNeitherMedianNorSpread() {
        Statistics s = Statistics.of(List.of(10.0, 12.0, 11.0, 1000.0, 9.0));
        assertThat(s.median()).isEqualTo(11);
        assertThat(s.mad()).isEqualTo(1);
        assertThat(s.min()).isEqualTo(9);
    }

    @Test
    void theIntervalOfTenIsTheKnownOne() {
        // The second smallest and second largest of ten: 1 - 2 · 11 / 1024.
        Statistics s = Statistics.of(
                IntStream.rangeClosed(1, 10).asDoubleStream().boxed().toList());
        assertThat(s.low()).isEqualTo(2);
        assertThat(s.high()).isEqualTo(9);
        assertThat(s.confidence()).isCloseTo(1 - 22.0 / 1024, within(1e-12));
    }

    @Test
    void fewValuesSayHowLittleTheyKnow() {
        Statistics two = Statistics.of(List.of(3.0, 1.0));
        assertThat(two.low()).isEqualTo(1);
        assertThat(two.high()).isEqualTo(3);
        assertThat(two.confidence()).isEqualTo(0.5);
        assertThat(Statistics.of(List.of(7.0)).confidence()).isZero();
    }
}
