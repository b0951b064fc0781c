package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CoverageTest {
    @Test
    void intervalsInAnyOrderCoverWhatABitSetCovers() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Coverage coverage = new Coverage();
            BitSet plain = new BitSet();
            for (int i = 0; i < 60; i++) {
                int start = random.nextInt(400);
                int end = start + random.nextInt(12);
                coverage.add(start, end);
                plain.set(start, end);
                assertThat(coverage.total()).as("seed %d, interval %d", seed, i).isEqualTo(plain.cardinality());
            }
        }
    }

    @Test
    void manyStretchesAreCountedOnce() {
        Coverage coverage = new Coverage();
        for (int i = 0; i < 1_000; i++) {
            coverage.add(10L * i, 10L * i + 3);
        }
        assertThat(coverage.total()).isEqualTo(3_000);
        // Far too late: what lies before the stretches that are kept is closed.
        coverage.add(0, 10_000);
        assertThat(coverage.total()).isBetween(3_000L, 10_000L);
        coverage.clear();
        assertThat(coverage.total()).isZero();
    }
}
