package sectile.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.quantity.Unit;

final class AxisScaleTest {
    @Test
    void bytesAreMarkedInPowersOfTwo() {
        AxisScale scale = AxisScale.of(new LinePlot.Axis("size", Unit.BYTES, true), List.of(1024.0, 0x1p30), 0, 100);
        assertThat(labels(scale)).startsWith("1 KiB", "4 KiB").endsWith("1 GiB").hasSize(11);
        assertThat(scale.position(1024)).isCloseTo(0, within(1e-9));
        assertThat(scale.position(0x1p20)).isCloseTo(50, within(1e-9));
        assertThat(scale.position(0x1p30)).isCloseTo(100, within(1e-9));
    }

    @Test
    void otherAxesAreMarkedInRoundSteps() {
        AxisScale rate =
                AxisScale.of(new LinePlot.Axis("rate", Unit.BYTES_PER_SECOND, false), List.of(3e9, 224e9), 0, 100);
        assertThat(labels(rate)).containsExactly("0 B/s", "50 GB/s", "100 GB/s", "150 GB/s", "200 GB/s", "250 GB/s");
        AxisScale time = AxisScale.of(new LinePlot.Axis("t", Unit.PICOSECONDS, true), List.of(3e6, 9e9), 100, 0);
        assertThat(labels(time)).containsExactly("1 µs", "10 µs", "100 µs", "1 ms", "10 ms");
        AxisScale signed = AxisScale.of(new LinePlot.Axis("x", Unit.NUMBER, false), List.of(-3.0, 5.0), 0, 100);
        assertThat(labels(signed)).containsExactly("-4", "-2", "0", "2", "4", "6");
    }

    @Test
    void oneValueOrNoneStillMakesAnAxis() {
        AxisScale one = AxisScale.of(new LinePlot.Axis("x", Unit.BYTES, true), List.of(4096.0), 0, 100);
        assertThat(labels(one)).containsExactly("4 KiB", "8 KiB");
        AxisScale zero = AxisScale.of(new LinePlot.Axis("x", Unit.COUNT, false), List.of(0.0), 0, 100);
        assertThat(zero.position(0)).isZero();
        AxisScale none =
                AxisScale.of(new LinePlot.Axis("x", Unit.NUMBER, true), List.of(0.0, -1.0, Double.NaN), 0, 100);
        assertThat(none.marks()).isNotEmpty();
    }

    private static List<String> labels(AxisScale scale) {
        return scale.marks().stream().map(scale::label).toList();
    }
}
