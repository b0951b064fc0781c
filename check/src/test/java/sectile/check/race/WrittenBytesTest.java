package sectile.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WrittenBytesTest {
    @Test
    void arePlainBits() {
        for (long seed = 0; seed < 50; seed++) {
            var random = new Random(seed);
            var written = new WrittenBytes();
            var plain = new BitSet();
            for (int i = 0; i < 40; i++) {
                int start = random.nextInt(300_000);
                int count = random.nextInt(random.nextBoolean() ? 100 : 200_000);
                written.add(start, count);
                plain.set(start, start + count);
                int at = random.nextInt(300_000);
                assertThat(written.firstMissing(at))
                        .as("seed %d, write %d", seed, i)
                        .isEqualTo(plain.nextClearBit(at));
            }
        }
    }

    @Test
    void memoriesMayBeLargerThanAnArray() {
        var written = new WrittenBytes();
        long far = 40L << 30;
        written.add(far, 1 << 20);
        assertThat(written.firstMissing(far)).isEqualTo(far + (1 << 20));
        assertThat(written.firstMissing(0)).isZero();
    }
}
