package sectile.dist.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Placements cover a tensor exactly, and what is written comes back.
class PlacementTest {
    private static final Topology MACHINE = Topologies.preset(
            "default", List.of("sip.cube_mesh.w=3", "sip.cube_mesh.h=2", "cube.pe_layout.pe_per_corner=1"));

    private static Layout randomLayout(SplittableRandom random) {
        int cubes = random.nextInt(0, 7);
        int pes = random.nextInt(0, 5);
        if (random.nextInt(4) == 0) {
            TiledLayout.Order[] orders = TiledLayout.Order.values();
            return new TiledLayout(orders[random.nextInt(2)], random.nextInt(1, 5), random.nextInt(1, 5), cubes, pes);
        }
        Split[] splits = Split.values();
        return new DpPolicy(splits[random.nextInt(3)], splits[random.nextInt(3)], cubes, pes, false);
    }

    @RepeatedTest(200)
    void everyElementLiesExactlyOnceInTheVirtualRangeAndOncePerReplica(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        Shape shape = Shape.of(random.nextInt(1, 20), random.nextInt(1, 20));
        Layout layout = randomLayout(random);
        List<ShardSpec> shards = layout.place(shape, DType.F16, 1, MACHINE);
        Map<Region, Long> offsets = new HashMap<>();
        Map<Region, List<Place>> copies = new HashMap<>();
        int[][] seen = new int[(int) shape.dim(0)][(int) shape.dim(1)];
        for (ShardSpec shard : shards) {
            assertThat(shard.sip()).isEqualTo(1);
            assertThat(shard.nbytes()).isEqualTo(2 * shard.region().elements());
            copies.computeIfAbsent(shard.region(), region -> new ArrayList<>()).add(shard.place());
            Long known = offsets.putIfAbsent(shard.region(), shard.offsetBytes());
            if (known != null) {
                assertThat(shard.offsetBytes()).as("a copy has the same bytes").isEqualTo(known);
                continue;
            }
            Region region = shard.region();
            for (long row = region.row(); row < region.row() + region.rows(); row++) {
                for (long column = region.column(); column < region.column() + region.columns(); column++) {
                    seen[(int) row][(int) column]++;
                }
            }
        }
        for (int[] row : seen) {
            assertThat(row).containsOnly(1);
        }
        copies.values().forEach(places -> assertThat(places).doesNotHaveDuplicates());
        // The regions fill the virtual range without gap or overlap.
        List<Region> byOffset = offsets.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
        long next = 0;
        for (Region region : byOffset) {
            assertThat(offsets).containsEntry(region, next);
            next += 2 * region.elements();
        }
        assertThat(layout.place(shape, DType.F16, 0, MACHINE))
                .extracting(ShardSpec::offsetBytes)
                .isEqualTo(shards.stream().map(ShardSpec::offsetBytes).toList());
    }

    @RepeatedTest(20)
    void whatIsWrittenComesBack(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(1000 + repetition.getCurrentRepetition());
        Shape shape = Shape.of(random.nextInt(1, 12), random.nextInt(1, 12));
        try (Cluster cluster = Cluster.open(MACHINE)) {
            cluster.ahbm().setDevice(1);
            DeviceTensor tensor = cluster.arange(shape, DType.I32, randomLayout(random));
            NdArray expected = NdArray.zeros(DType.I32, shape);
            for (long i = 0; i < shape.elements(); i++) {
                expected.setLongAt(i, i);
            }
            assertThat(tensor.toHost()).isEqualTo(expected);
            long row = random.nextLong(shape.dim(0));
            long column = random.nextLong(shape.dim(1));
            tensor.setItem(-7, row, column);
            assertThat(tensor.item(row, column)).isEqualTo(-7);
            NdArray slice = tensor.readSlice(row, shape.dim(0) - row, 0, column + 1);
            assertThat(slice.getLong(0, column)).isEqualTo(-7);
            slice.fill(5);
            tensor.writeSlice(row, 0, slice);
            expected.slice(0, row, shape.dim(0)).slice(1, 0, column + 1).assign(slice);
            assertThat(tensor.toHost()).isEqualTo(expected);
        }
    }

    @Test
    void aKernelReadsItsOwnShardAtBasePlusPidTimesStride() {
        try (Cluster cluster = Cluster.open(MACHINE)) {
            DpPolicy policy = DpPolicy.cube(Split.ROW_WISE).pe(Split.ROW_WISE);
            DeviceTensor tensor = cluster.arange(Shape.of(24, 4), DType.I32, policy);
            List<Double> firsts = new ArrayList<>();
            cluster.machine()
                    .launch(
                            (tl, args) -> {
                                int pid = tl.programId(1) * tl.numPrograms(0) + tl.programId(0);
                                Handle row = tl.load(args.pointer(0) + pid * 16L, Shape.of(4), DType.I32);
                                firsts.add(tl.item(row, 0) - 4.0 * pid);
                            },
                            KernelArgs.of(tensor.virtualBase()),
                            tensor.places());
            assertThat(firsts).hasSize(24).containsOnly(0.0);
        }
    }

    @Test
    void freedMemoryIsUsedAgain() {
        try (Cluster cluster = Cluster.open(MACHINE)) {
            DeviceTensor first = cluster.zeros(Shape.of(100), DType.F32, DpPolicy.onePe());
            long address = first.shards().getFirst().address();
            long base = first.virtualBase();
            first.free();
            DeviceTensor second = cluster.full(Shape.of(100), DType.F32, 3, DpPolicy.onePe());
            assertThat(second.shards().getFirst().address()).isEqualTo(address);
            assertThat(second.virtualBase()).isEqualTo(base);
            assertThat(second.toHost().toDoubles()).containsOnly(3);
        }
    }

    @Test
    void unevenSplitsMakeTheLastShardsSmaller() {
        List<ShardSpec> shards =
                DpPolicy.cube(Split.ROW_WISE).numCubes(4).numPes(1).place(Shape.of(10, 2), DType.F32, 0, MACHINE);
        assertThat(shards).extracting(shard -> shard.region().rows()).containsExactly(3L, 3L, 3L, 1L);
    }
}
