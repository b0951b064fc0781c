package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.Distributed;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.ShardSpec;
import sectile.dist.tensor.Split;
import sectile.dist.tensor.TiledLayout;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// What host programs rely on beyond tensors and collectives of workers.
class HostSemanticsTest {
    private static final Topology SMALL = Topologies.preset("small");
    private static final Shape SHAPE = Shape.of(4, 8);

    @Test
    void noDeviceIsChosenUntilOneIsSet() {
        try (Cluster cluster = Cluster.open(SMALL)) {
            assertThat(cluster.ahbm().currentDevice()).isEmpty();
            assertThat(cluster.accelerator().currentDeviceIndex()).isEmpty();
            List<OptionalInt> seen = new ArrayList<>();
            cluster.spawn(2, rank -> {
                seen.add(cluster.ahbm().currentDevice());
                cluster.accelerator().setDeviceIndex(1 - rank);
                seen.add(cluster.ahbm().currentDevice());
            });
            assertThat(seen)
                    .containsExactly(OptionalInt.empty(), OptionalInt.of(1), OptionalInt.empty(), OptionalInt.of(0));
            assertThat(cluster.ahbm().currentDevice()).isEmpty();
        }
    }

    private static DeviceTensor filled(Cluster cluster, int device, double value) {
        cluster.ahbm().setDevice(device);
        return cluster.full(
                SHAPE, DType.F32, value, DpPolicy.cube(Split.ROW_WISE).numPes(1));
    }

    /// One caller speaks for all ranks: nothing runs until it has spoken for the last one.
    @Test
    void collectivesOutsideWorkersRunWhenTheLastRankWasGiven() {
        try (Cluster cluster = Cluster.open(SMALL)) {
            Distributed dist = cluster.distributed();
            dist.initProcessGroup("ahbm");
            DeviceTensor first = filled(cluster, 0, 1);
            DeviceTensor second = filled(cluster, 1, 2);
            for (int round = 0; round < 2; round++) {
                dist.allReduce(second, ReduceOp.SUM);
                assertThat(dist.collectiveCounts().getOrDefault(Collective.ALL_REDUCE, 0L))
                        .isEqualTo(round);
                dist.allReduce(first, ReduceOp.SUM);
                assertThat(dist.collectiveCounts()).containsEntry(Collective.ALL_REDUCE, round + 1L);
            }
            // Every cube adds up 4 cubes of both ranks, twice.
            double once = 4 * (1 + 2);
            assertThat(first.toHost()).isEqualTo(NdArray.full(DType.F32, SHAPE, 4 * (once + once)));
            assertThat(second.toHost()).isEqualTo(first.toHost());
            dist.barrier();
            dist.checkFinished();
        }
    }

    @Test
    void tensorsInTcm() {
        try (Cluster cluster = Cluster.open(SMALL)) {
            NdArray values = NdArray.of(DType.F32, Shape.of(2, 2), 1, 2, 3, 4);
            DeviceTensor tensor = cluster.tensors(Space.TCM).fromHost(values, DpPolicy.onePe());
            assertThat(tensor.toHost()).isEqualTo(values);
            assertThat(cluster.machine()
                            .addresses()
                            .decode(tensor.shards().getFirst().address())
                            .toString())
                    .contains("TCM");
            tensor.free();
        }
    }

    @Test
    void tilesGoToPesInTheOrderTheNameSays() {
        assertThat(regionsOfPe(TiledLayout.Order.COLUMN_MAJOR, 1)).containsExactly("[0:2, 4:8]", "[2:4, 4:8]");
        assertThat(regionsOfPe(TiledLayout.Order.ROW_MAJOR, 1)).containsExactly("[2:4, 0:4]", "[2:4, 4:8]");
    }

    private static List<String> regionsOfPe(TiledLayout.Order order, int pe) {
        return new TiledLayout(order, 2, 4, 1, 2)
                .place(SHAPE, DType.F16, 0, SMALL).stream()
                        .filter(spec -> spec.pe() == pe)
                        .map(spec -> spec.region().toString())
                        .toList();
    }

    @Test
    void positionsAreThoseOfTheTensor() {
        List<ShardSpec> columns = DpPolicy.cube(Split.COLUMN_WISE).numPes(1).place(SHAPE, DType.F16, 0, SMALL);
        assertThat(columns)
                .extracting(spec -> spec.positionBytes(SHAPE, DType.F16))
                .containsExactly(0L, 4L, 8L, 12L);
        assertThat(columns).extracting(ShardSpec::offsetBytes).containsExactly(0L, 16L, 32L, 48L);
        List<ShardSpec> rows = DpPolicy.cube(Split.ROW_WISE).numPes(1).place(SHAPE, DType.F16, 0, SMALL);
        assertThat(rows)
                .allSatisfy(
                        spec -> assertThat(spec.positionBytes(SHAPE, DType.F16)).isEqualTo(spec.offsetBytes()));
    }

    @Test
    void rangesOfAVector() {
        try (Cluster cluster = Cluster.open(SMALL)) {
            for (Split split : Split.values()) {
                DeviceTensor vector = cluster.arange(Shape.of(10), DType.I32, DpPolicy.cube(split));
                vector.writeRange(3, NdArray.of(new int[] {30, 40, 50}));
                assertThat(vector.readRange(2, 5)).isEqualTo(NdArray.of(new int[] {2, 30, 40, 50, 6}));
            }
        }
    }
}
