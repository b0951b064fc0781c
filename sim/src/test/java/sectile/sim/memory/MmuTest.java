package sectile.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sectile.sim.memory.Mmu.Entry;
import sectile.sim.memory.Mmu.Run;

final class MmuTest {
    private static final long V = 1L << 51;

    /// A tensor of three shards of 100 bytes, given in any order.
    private final Mmu mmu = Mmu.empty()
            .with(List.of(new Entry(V + 200, 100, 30_000), new Entry(V, 100, 10_000), new Entry(V + 100, 100, 20_000)));

    @Test
    void translatesInsideAndAcrossEntries() {
        assertThat(mmu.size()).isEqualTo(3);
        assertThat(mmu.translate(V + 110, 20)).containsExactly(new Run(20_010, 20));
        assertThat(mmu.translate(V, 100)).containsExactly(new Run(10_000, 100));
        assertThat(mmu.translate(V + 50, 200))
                .containsExactly(new Run(10_050, 50), new Run(20_000, 100), new Run(30_000, 50));
        assertThat(mmu.translate(V + 299, 1)).containsExactly(new Run(30_099, 1));
        assertThat(mmu.translate(V + 5, 0)).containsExactly(new Run(10_005, 0));
    }

    @Test
    void unmappedAddressNamesItselfAndTheNearest() {
        assertUnmapped(V - 1, 1, "0x7ffffffffffff is not mapped");
        assertUnmapped(V + 300, 1, "the nearest mapped: 0x80000000000c8..0x800000000012b");
        assertUnmapped(
                V + 250,
                51,
                "virtual address 0x800000000012c is not mapped on this PE"
                        + " (access of 51 bytes at 0x80000000000fa)");
        assertThatThrownBy(() -> Mmu.empty().translate(V, 1)).hasMessageContaining("nothing is mapped");
    }

    private void assertUnmapped(long virtual, long bytes, String message) {
        assertThatThrownBy(() -> mmu.translate(virtual, bytes))
                .hasMessageContaining(message)
                .satisfies(e -> AddressMapTest.assertCode(e, "SIM-321"));
    }

    @Test
    void overlapIsRefusedAndChangesNothing() {
        assertThatThrownBy(() -> mmu.with(List.of(new Entry(V + 299, 5, 0))))
                .hasMessageContaining(
                        "is mapped twice: 0x80000000000c8..0x800000000012b and" + " 0x800000000012b..0x800000000012f")
                .satisfies(e -> AddressMapTest.assertCode(e, "SIM-320"));
        assertThatThrownBy(() -> mmu.with(List.of(new Entry(V, 1, 0)))).hasMessageContaining("mapped twice");
        assertThat(mmu.with(List.of(new Entry(V + 300, 5, 0))).size()).isEqualTo(4);
        assertThat(mmu.size()).isEqualTo(3);
    }

    @Test
    void withoutRemovesATensor() {
        Mmu less = mmu.with(List.of(new Entry(V + 4096, 8, 5))).without(V, 300);
        assertThat(less.size()).isEqualTo(1);
        assertThat(less.translate(V + 4096, 8)).containsExactly(new Run(5, 8));
        assertThatThrownBy(() -> less.translate(V, 1)).satisfies(e -> AddressMapTest.assertCode(e, "SIM-321"));
    }

    @Test
    void impossibleEntriesAndAccessesAreRefused() {
        assertThatThrownBy(() -> new Entry(0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Entry(-1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Entry(Long.MAX_VALUE, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> mmu.translate(V, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> mmu.translate(V, Long.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class);
    }

    /// Translation agrees byte by byte with a plain map, hits and misses alike.
    @Test
    void randomMapsAgreeByteByByte() {
        for (long seed = 0; seed < 100; seed++) {
            var random = new Random(seed);
            var bytes = new TreeMap<Long, Long>();
            Mmu table = Mmu.empty();
            long at = V;
            for (int i = 0; i < 20; i++) {
                at += random.nextInt(3) * 5L;
                var entry = new Entry(at, 1 + random.nextInt(20), random.nextInt(1_000_000));
                for (long b = 0; b < entry.bytes(); b++) {
                    bytes.put(entry.virtual() + b, entry.physical() + b);
                }
                table = table.with(List.of(entry));
                at += entry.bytes();
            }
            for (int i = 0; i < 200; i++) {
                long from = V + random.nextLong(at - V + 5);
                long length = 1 + random.nextLong(40);
                List<Long> expected = new ArrayList<>();
                for (long b = from; b < from + length && bytes.containsKey(b); b++) {
                    expected.add(bytes.get(b));
                }
                Mmu mapped = table;
                if (expected.size() < length) {
                    assertThatThrownBy(() -> mapped.translate(from, length))
                            .hasMessageContaining("0x" + Long.toHexString(from + expected.size()) + " is not mapped");
                } else {
                    List<Long> found = new ArrayList<>();
                    for (Run run : mapped.translate(from, length)) {
                        for (long b = 0; b < run.bytes(); b++) {
                            found.add(run.physical() + b);
                        }
                    }
                    assertThat(found).as("seed %d", seed).isEqualTo(expected);
                }
            }
        }
    }
}
