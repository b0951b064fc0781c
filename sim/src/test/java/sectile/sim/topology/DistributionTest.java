package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What distributions draw.
final class DistributionTest {
    private static double[] draws(String text, int count) throws Distribution.Malformed {
        Distribution distribution = Distribution.parse(text);
        SplittableRandom random = new SplittableRandom(7);
        return DoubleStream.generate(() -> distribution.draw(random))
                .limit(count)
                .toArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "normal(1, 0.02)|1|0.02",
                "normal(2,0.5)|2|0.5",
                "uniform(0.8, 1.2)|1|0.11547",
                "lognormal(1, 0.1)|1.00501|0.10075",
                "triangular(0.7, 1, 1.3)|1|0.12247",
                "bernoulli(0.1, 0.5)|0.95|0.15"
            })
    void haveTheirMeanAndDeviation(String text, double mean, double deviation) throws Distribution.Malformed {
        double[] draws = draws(text, 100_000);
        double found = DoubleStream.of(draws).average().orElseThrow();
        double squares =
                DoubleStream.of(draws).map(x -> (x - found) * (x - found)).sum();
        assertThat(found).isCloseTo(mean, within(deviation / 50));
        assertThat(Math.sqrt(squares / draws.length)).isCloseTo(deviation, within(deviation / 50));
        assertThat(DoubleStream.of(draws).min().orElseThrow()).isPositive();
    }

    @Test
    void stayWithinTheirEnds() throws Distribution.Malformed {
        assertThat(DoubleStream.of(draws("triangular(0.5, 0.6, 2)", 10_000)).allMatch(x -> x >= 0.5 && x <= 2))
                .isTrue();
        assertThat(DoubleStream.of(draws("uniform(0.5, 0.5)", 10)).allMatch(x -> x == 0.5))
                .isTrue();
        assertThat(DoubleStream.of(draws("triangular(1, 1, 1)", 10)).allMatch(x -> x == 1))
                .isTrue();
    }

    @Test
    void aPartKeepsItsSpeedWhateverElseThereIs() throws Distribution.Malformed {
        var one = new Variation(1, 3, java.util.Map.of("pe", Distribution.parse("normal(1, 0.1)")));
        var more = new Variation(
                1,
                3,
                java.util.Map.of(
                        "pe", Distribution.parse("normal(1, 0.1)"), "link", Distribution.parse("uniform(0.5, 1)")));
        assertThat(one.speed("pe", "sip0.cube0.pe0")).isEqualTo(more.speed("pe", "sip0.cube0.pe0"));
        assertThat(one.speed("pe", "sip0.cube0.pe1")).isNotEqualTo(one.speed("pe", "sip0.cube0.pe0"));
        assertThat(new Variation(1, 4, one.speeds()).speed("pe", "sip0.cube0.pe0"))
                .isNotEqualTo(one.speed("pe", "sip0.cube0.pe0"));
        assertThat(new Variation(2, 3, one.speeds()).speed("pe", "sip0.cube0.pe0"))
                .isNotEqualTo(one.speed("pe", "sip0.cube0.pe0"));
        assertThat(new Variation(1, 0, one.speeds()).speed("pe", "sip0.cube0.pe0"))
                .isEqualTo(1);
        // The same on every host and in every version: journals and reports name draws by their number.
        assertThat(one.speed("pe", "sip0.cube0.pe0")).isEqualTo(GOLDEN);
    }

    private static final double GOLDEN = 0.9798123813639448;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "normal",
                "normal(",
                "normal()",
                "normal(1)",
                "normal(1,2,3)",
                "normal(0, 0)",
                "normal(1, -0.1)",
                "normal(1, nan)",
                "uniform(0, 1)",
                "uniform(2, 1)",
                "lognormal(0, 1)",
                "lognormal(1, 4)",
                "triangular(1, 3, 2)",
                "triangular(0, 1, 2)",
                "bernoulli(-0.1, 1)",
                "bernoulli(0.5, 0)",
                "cauchy(0, 1)"
            })
    void mistakesAreNamed(String text) {
        assertThatThrownBy(() -> Distribution.parse(text))
                .isInstanceOf(Distribution.Malformed.class)
                .hasMessageContaining(text.contains("(") ? "" : "is not a distribution");
    }
}
