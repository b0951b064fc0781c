package sectile.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import sectile.sim.Place;

final class PoolTest {
    private static final long MIB = 1L << 20;

    @Test
    void givesTheLowestAlignedBlockThatFits() {
        var pool = new Pool("p", 100, 1000);
        assertThat(pool.allocate(10, 1)).isEqualTo(100);
        assertThat(pool.allocate(10, 64)).isEqualTo(128);
        assertThat(pool.allocate(18, 1)).as("the gap before the aligned block").isEqualTo(110);
        assertThat(pool.allocate(0, 1))
                .as("no bytes still have an address of their own")
                .isEqualTo(138);
        assertThat(pool.allocate(1, 1)).isEqualTo(139);
        assertThat(pool.freeBytes()).isEqualTo(1000 - 10 - 10 - 18 - 1 - 1);
    }

    @Test
    void freedNeighboursGrowTogether() {
        var pool = new Pool("p", 0, 300);
        long a = pool.allocate(100, 1);
        long b = pool.allocate(100, 1);
        long c = pool.allocate(100, 1);
        pool.free(a);
        pool.free(c);
        assertThat(pool.freeBytes()).isEqualTo(200);
        assertThat(pool.largestBlock()).isEqualTo(100);
        pool.free(b);
        assertThat(pool.largestBlock()).isEqualTo(300);
        assertThat(pool.allocate(300, 1)).isZero();
    }

    @Test
    void overflowTellsThePoolAskedFreeAndLargest() {
        var pool = new Pool("sip0.cube0.pe3.tcm", 0, 300);
        pool.allocate(100, 1);
        long b = pool.allocate(100, 1);
        pool.allocate(50, 1);
        pool.free(b);
        assertThatThrownBy(() -> pool.allocate(120, 1))
                .hasMessageContaining(
                        "sip0.cube0.pe3.tcm cannot give 120 bytes: 150 are free, the largest block has 100")
                .satisfies(e -> AddressMapTest.assertCode(e, "SIM-311"))
                .asInstanceOf(InstanceOfAssertFactories.type(AllocationError.class))
                .satisfies(e -> {
                    assertThat(e.pool()).isEqualTo("sip0.cube0.pe3.tcm");
                    assertThat(e.asked()).isEqualTo(120);
                    assertThat(e.free()).isEqualTo(150);
                    assertThat(e.largest()).isEqualTo(100);
                    assertThat(e.diagnostics().getFirst().hint()).contains("in pieces");
                });
        assertThat(pool.freeBytes()).as("a refused request changes nothing").isEqualTo(150);
    }

    @Test
    void wrongFreesAreRefused() {
        var pool = new Pool("p", 1000, 300);
        long a = pool.allocate(100, 1);
        pool.free(a);
        assertThatThrownBy(() -> pool.free(a))
                .hasMessageContaining("0x3e8 is not in use in p: freed already, or never allocated")
                .satisfies(e -> AddressMapTest.assertCode(e, "SIM-310"));
        assertThatThrownBy(() -> pool.free(5)).hasMessageContaining("it belongs to another pool");
        long b = pool.allocate(100, 1);
        assertThatThrownBy(() -> pool.free(b + 1)).hasMessageContaining("never allocated");
        assertThatThrownBy(() -> pool.allocate(1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pool.allocate(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    /// Whatever is allocated and freed: blocks are aligned, inside, disjoint, and bytes are neither lost nor made; a
    /// request is refused only when no gap is long enough.
    @Test
    void randomUseKeepsTheBooks() {
        for (long seed = 0; seed < 50; seed++) {
            var random = new Random(seed);
            long base = random.nextInt(1000);
            long bytes = 1 + random.nextLong(100_000);
            var pool = new Pool("p", base, bytes);
            var blocks = new TreeMap<Long, Long>();
            for (int step = 0; step < 500; step++) {
                if (blocks.isEmpty() || random.nextInt(5) > 1) {
                    long size = 1 + random.nextLong(3000);
                    long alignment = 1L << random.nextInt(9);
                    long expected = firstFit(blocks, base, base + bytes, size, alignment);
                    if (expected < 0) {
                        assertThatThrownBy(() -> pool.allocate(size, alignment)).isInstanceOf(AllocationError.class);
                    } else {
                        assertThat(pool.allocate(size, alignment))
                                .as("seed %d", seed)
                                .isEqualTo(expected);
                        blocks.put(expected, size);
                    }
                } else {
                    List<Long> all = new ArrayList<>(blocks.keySet());
                    long victim = all.get(random.nextInt(all.size()));
                    blocks.remove(victim);
                    pool.free(victim);
                }
                long used = blocks.values().stream().mapToLong(Long::longValue).sum();
                assertThat(pool.freeBytes()).as("seed %d", seed).isEqualTo(bytes - used);
            }
            blocks.keySet().forEach(pool::free);
            assertThat(pool.largestBlock()).isEqualTo(bytes);
        }
    }

    /// First fit by looking at every gap between the blocks in use.
    private static long firstFit(SortedMap<Long, Long> blocks, long begin, long end, long size, long alignment) {
        long gap = begin;
        var edges = new TreeMap<>(blocks);
        edges.put(end, 0L);
        for (var block : edges.entrySet()) {
            long address = (gap + alignment - 1) / alignment * alignment;
            if (address + size <= block.getKey()) {
                return address;
            }
            gap = block.getKey() + block.getValue();
        }
        return -1;
    }

    @Test
    void machinePoolsAreKeptApart() {
        var map = new AddressMap(new MachineSize(2, 2, 2, 2 * MIB, MIB, 64), 4, 4, 5, 38);
        var pools = new Allocators(map, 48);
        Place place = new Place(1, 1, 1);
        long tcm = pools.pool(Range.TCM, place).allocate(48, 1);
        assertThat(tcm).isEqualTo(map.peTcm(place, 0));
        assertThatThrownBy(() -> pools.pool(Range.TCM, place).allocate(1, 1))
                .as("the rest is the scheduler's")
                .hasMessageContaining("sip1.cube1.pe1.tcm cannot give 1 bytes: 0 are free");
        assertThat(pools.pool(Range.TCM, new Place(1, 1, 0)).allocate(48, 1)).isNotEqualTo(tcm);
        assertThat(pools.pool(Range.HBM, place).allocate(MIB, 1)).isEqualTo(map.peHbm(place, 0));
        assertThat(pools.pool(Range.SRAM, place)).isSameAs(pools.pool(Range.SRAM, new Place(1, 1, 0)));
        assertThat(pools.pool(Range.SRAM, place).name()).isEqualTo("sip1.cube1.sram");
        pools.free(tcm);
        assertThat(pools.pool(Range.TCM, place).allocate(48, 1)).isEqualTo(tcm);
        assertThatThrownBy(() -> pools.pool(Range.STATUS, place)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void virtualRangesLieAboveAllPhysicalAddresses() {
        var ranges = new VirtualRanges(51);
        long a = ranges.allocate(0, 5000);
        long b = ranges.allocate(0, 1);
        assertThat(a).isEqualTo(1L << 51);
        assertThat(b).isEqualTo(a + 8192);
        assertThat(ranges.allocate(1, 1)).as("each SIP has its own").isEqualTo(1L << 51);
        ranges.free(0, a);
        assertThat(ranges.allocate(0, 8192)).isEqualTo(a);
        assertThatThrownBy(() -> ranges.free(1, b)).hasMessageContaining("sip1.virtual");
        assertThatThrownBy(() -> new VirtualRanges(62).allocate(0, 1))
                .satisfies(e -> AddressMapTest.assertCode(e, "SIM-312"));
    }
}
