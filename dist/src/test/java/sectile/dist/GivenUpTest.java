package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.quantity.Quantity;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.ProcessGroup;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.worker.SpawnException;
import sectile.dist.worker.WorkerBody;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.Place;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// What is left of a run that failed, and what is said of it.
class GivenUpTest {
    private static Cluster cluster(int ranks) {
        Cluster cluster = Cluster.open(
                Topologies.preset("small", List.of("system.sips.count=" + ranks)), MachineOptions.standard());
        cluster.distributed().initProcessGroup("ahbm", CclConfig.builtin().with(Collective.ALL_REDUCE, "ring"));
        return cluster;
    }

    private static DeviceTensor ones(Cluster cluster, int rank) {
        cluster.ahbm().setDevice(rank);
        return cluster.full(Shape.of(1024), DType.F32, 1, DpPolicy.onePe());
    }

    private static String failure(Cluster cluster, int ranks, WorkerBody body) {
        return String.valueOf(catchThrowableOfType(SpawnException.class, () -> cluster.spawn(ranks, body))
                .getMessage());
    }

    @Test
    void tensorsOfAGivenUpCollectiveCanBeReadAndFreed() {
        try (Cluster cluster = cluster(3)) {
            List<DeviceTensor> tensors = new ArrayList<>();
            failure(cluster, 3, rank -> {
                DeviceTensor x = ones(cluster, rank);
                tensors.add(x);
                if (rank == 2) {
                    throw new IllegalStateException("no");
                }
                cluster.distributed().world().allReduceAsync(x, ReduceOp.SUM).await();
            });
            for (DeviceTensor x : tensors) {
                assertThat(x.toHost().shape()).isEqualTo(Shape.of(1024));
                x.free();
            }
        }
    }

    @Test
    void whatARankFreesWhileItIsEndedIsFree() {
        try (Cluster cluster = cluster(3)) {
            List<Long> firstFree = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                long address = cluster.machine().allocate(Space.HBM, new Place(0, 0, 0), 64);
                cluster.machine().free(address);
                firstFree.add(address);
                failure(cluster, 3, rank -> {
                    DeviceTensor x = ones(cluster, rank);
                    try {
                        if (rank == 2) {
                            throw new IllegalStateException("no");
                        }
                        cluster.distributed().allReduce(x, ReduceOp.SUM);
                    } finally {
                        x.free();
                    }
                });
            }
            // The first time the queues of the ring were in the way.
            assertThat(firstFree.subList(1, 4)).containsOnly(firstFree.get(1));
        }
    }

    @Test
    void ranksOfAGroupAreNamedAsRanksOfTheWorld() {
        try (Cluster cluster = cluster(4)) {
            ProcessGroup group = cluster.distributed().newGroup(List.of(2, 3, 1));
            String message = failure(cluster, 4, rank -> {
                if (rank == 2) {
                    group.barrier();
                }
            });
            assertThat(message).contains("rank 1 ended without joining").contains("in which rank 2 waits");
        }
    }

    @Test
    void aRankThatWasNotStartedIsSaidToBeMissing() {
        try (Cluster cluster = cluster(3)) {
            String message = failure(cluster, 2, rank -> cluster.distributed().barrier());
            assertThat(message).contains("DIST-411").contains("for rank 2, which was not started");
        }
    }

    @Test
    void autoFindsABarrier() {
        try (Cluster cluster = Cluster.open(Topologies.preset("small"), MachineOptions.standard())) {
            cluster.distributed()
                    .initProcessGroup("ahbm", CclConfig.builtin().with(Collective.BARRIER, CclConfig.AUTO));
            cluster.spawn(2, rank -> cluster.distributed().barrier());
            assertThat(cluster.distributed().lastTiming())
                    .hasValueSatisfying(timing -> assertThat(timing.algorithm()).isEqualTo("tree_barrier"));
        }
    }

    @Test
    void sipsInARectangleExchangeInARing() {
        List<String> settings =
                List.of("system.sips.count=6", "system.sips.topology=torus_2d", "system.sips.shape={w: 3, h: 2}");
        try (Cluster cluster = Cluster.open(Topologies.preset("small", settings), MachineOptions.standard())) {
            cluster.distributed().initProcessGroup("ahbm");
            cluster.spawn(6, rank -> {
                cluster.ahbm().setDevice(rank);
                DeviceTensor x = cluster.full(Shape.of(8), DType.F32, 7 - rank, DpPolicy.onePe());
                cluster.distributed().broadcast(x, 0);
                assertThat(x.toHost().toDoubles()).containsOnly(7);
            });
        }
    }

    @Test
    void nobodyIsFasterThanTheBoundOfTwoNeighbours() {
        Topology ring = Topologies.preset("flat", List.of("system.sips.count=8"));
        try (Machine machine = Machine.open(ring, MachineOptions.standard())) {
            var workload =
                    new CollectiveWorkload(Collective.SEND_RECV, 1, DType.F32, ReduceOp.SUM, CclConfig.builtin());
            assertThat(workload.run(machine, 1).figure("efficiency").orElseThrow())
                    .isInstanceOfSatisfying(
                            Quantity.Ratio.class,
                            efficiency -> assertThat(efficiency.value()).isBetween(0.9, 1.0));
        }
    }
}
