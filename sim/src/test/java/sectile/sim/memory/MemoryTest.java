package sectile.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class MemoryTest {
    private final Memory memory = new Memory();

    private byte[] read(long address, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0x55);
        memory.read(address, bytes, 0, length);
        return bytes;
    }

    @Test
    void unwrittenMemoryReadsZeroAndCostsNothing() {
        assertThat(read(1L << 50, 5000)).containsOnly(0);
        assertThat(memory.residentBytes()).isZero();
    }

    @Test
    void bytesAreKeptAcrossBlocksAndRegions() {
        byte[] data = new byte[200_000];
        new Random(1).nextBytes(data);
        long address = (7L << 43) - 100_001;
        memory.write(address, data, 0, data.length);
        assertThat(read(address, data.length)).isEqualTo(data);
        assertThat(read(address - 3, 3)).containsOnly(0);
        assertThat(read(address + data.length, 3)).containsOnly(0);
        assertThat(memory.residentBytes()).isBetween(200_000L, 202_048L);
    }

    @Test
    void farApartBytesCostOneBlockEach() {
        for (long i = 0; i < 10_000; i++) {
            memory.write(i << 34, new byte[] {(byte) i}, 0, 1);
        }
        assertThat(memory.residentBytes()).isEqualTo(10_000L * 1024);
        for (long i = 0; i < 10_000; i++) {
            assertThat(read(i << 34, 2)).containsExactly((byte) i, 0);
        }
    }

    /// The memory behaves like a map from addresses to bytes.
    @Test
    void randomAccessesAgreeWithAMap() {
        for (long seed = 0; seed < 40; seed++) {
            var random = new Random(seed);
            var twin = new TreeMap<Long, Byte>();
            var sparse = new Memory();
            long[] bases = {0, 65_536 - 500, 1L << 37, (1L << 51) - 4_000, Long.MAX_VALUE - 10_000};
            for (int step = 0; step < 200; step++) {
                long address = bases[random.nextInt(bases.length)] + random.nextInt(3_000);
                byte[] bytes = new byte[10 + random.nextInt(2_000)];
                int offset = random.nextInt(10);
                int length = random.nextInt(bytes.length - offset + 1);
                if (random.nextBoolean()) {
                    random.nextBytes(bytes);
                    sparse.write(address, bytes, offset, length);
                    for (int i = 0; i < length; i++) {
                        twin.put(address + i, bytes[offset + i]);
                    }
                } else {
                    Arrays.fill(bytes, (byte) 0x55);
                    byte[] expected = bytes.clone();
                    for (int i = 0; i < length; i++) {
                        expected[offset + i] = twin.getOrDefault(address + i, (byte) 0);
                    }
                    sparse.read(address, bytes, offset, length);
                    assertThat(bytes).as("seed %d, step %d", seed, step).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThatThrownBy(() -> memory.read(0, new byte[4], 2, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.write(-1, new byte[4], 0, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> memory.write(Long.MAX_VALUE - 2, new byte[4], 0, 4))
                .isInstanceOf(IllegalArgumentException.class);
        memory.write(Long.MAX_VALUE - 4, new byte[] {1, 2, 3, 4}, 0, 4);
        assertThat(read(Long.MAX_VALUE - 4, 4)).containsExactly(1, 2, 3, 4);
    }
}
