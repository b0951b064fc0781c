package sectile.dist.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;

/// Tensors that get their elements shard by shard.
class FillTest {
    private static final Shape SHAPE = Shape.of(3, 5);

    private static Cluster cluster(boolean data) {
        return Cluster.open(
                Topologies.preset("small"), MachineOptions.standard().withData(data));
    }

    private static DeviceTensor tensor(Cluster cluster) {
        return cluster.zeros(SHAPE, DType.F32, DpPolicy.cube(Split.COLUMN_WISE).numPes(1));
    }

    private static NdArray columns(Region region) {
        NdArray values = NdArray.zeros(DType.F32, Shape.of(region.rows(), region.columns()));
        for (long i = 0; i < values.elements(); i++) {
            values.setLongAt(i, region.column() + i % region.columns());
        }
        return values;
    }

    @Test
    void everyShardGetsItsOwn() {
        try (Cluster cluster = cluster(true)) {
            DeviceTensor tensor = tensor(cluster);
            tensor.fill(shard -> columns(shard.spec().region()));
            assertThat(tensor.toHost().toDoubles()).containsExactly(0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4);
        }
    }

    @Test
    void whatDoesNotFitAShardIsRefused() {
        try (Cluster cluster = cluster(true)) {
            DeviceTensor tensor = tensor(cluster);
            assertThatThrownBy(() -> tensor.fill(shard -> NdArray.zeros(DType.F32, SHAPE)))
                    .hasMessageContaining("DIST-106");
            assertThatThrownBy(() ->
                            tensor.fill(shard -> columns(shard.spec().region()).cast(DType.F16)))
                    .hasMessageContaining("DIST-107");
        }
    }

    @Test
    void aTimingOnlyRunAsksForNothingAndTakesAsLong() {
        long[] times = new long[2];
        for (boolean data : new boolean[] {true, false}) {
            try (Cluster cluster = cluster(data)) {
                tensor(cluster).fill(shard -> {
                    assertThat(data).isTrue();
                    return columns(shard.spec().region());
                });
                times[data ? 1 : 0] = cluster.machine().nowPs();
            }
        }
        assertThat(times[0]).isEqualTo(times[1]).isPositive();
    }
}
