package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.Distributed;
import sectile.dist.group.ProcessGroup;
import sectile.dist.group.Work;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.worker.SpawnException;
import sectile.dist.worker.WorkerBody;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;

/// How ranks run, wait, fail and come late.
class WorkersTest {
    private static final Shape SHAPE = Shape.of(10);

    private static Cluster cluster(int ranks) {
        return cluster(ranks, "system.sips.count=" + ranks);
    }

    private static Cluster cluster(int ranks, String setting) {
        Cluster cluster = Cluster.open(
                Topologies.preset("small", List.of("system.sips.count=" + ranks, setting)), MachineOptions.standard());
        cluster.distributed().initProcessGroup("ahbm", CclConfig.builtin().with(Collective.ALL_REDUCE, "ring"));
        return cluster;
    }

    private static DeviceTensor ones(Cluster cluster, int rank) {
        cluster.ahbm().setDevice(rank);
        return cluster.full(SHAPE, DType.F32, rank + 1, DpPolicy.onePe());
    }

    private static SpawnException failure(Cluster cluster, WorkerBody body) {
        return catchThrowableOfType(
                SpawnException.class, () -> cluster.spawn(cluster.distributed().worldSize(), body));
    }

    /// The cluster still works.
    private static void assertUsable(Cluster cluster) {
        int world = cluster.distributed().worldSize();
        cluster.spawn(world, rank -> {
            DeviceTensor x = ones(cluster, rank);
            cluster.distributed().allReduce(x, ReduceOp.SUM);
            assertThat(x.toHost().toDoubles()).containsOnly(world * (world + 1) / 2.0);
        });
    }

    @Test
    void ranksRunInOrderAndDevicesAreTheirOwn() {
        try (Cluster cluster = cluster(3)) {
            List<String> seen = new ArrayList<>();
            cluster.spawn(3, rank -> {
                cluster.accelerator().setDeviceIndex(2 - rank);
                seen.add("start " + cluster.distributed().rank());
                cluster.cooperativeYield();
                seen.add("device " + cluster.device().index());
            });
            assertThat(seen).containsExactly("start 0", "start 1", "start 2", "device 2", "device 1", "device 0");
            assertThat(cluster.distributed().rank()).isZero();
        }
    }

    @Test
    void backToBackCollectives() {
        try (Cluster cluster = cluster(3)) {
            Distributed dist = cluster.distributed();
            cluster.spawn(3, rank -> {
                DeviceTensor x = ones(cluster, rank);
                dist.allReduce(x, ReduceOp.SUM);
                dist.allReduce(x, ReduceOp.MAX);
                dist.allReduce(x, ReduceOp.SUM);
                assertThat(x.toHost().toDoubles()).containsOnly(18);
            });
        }
    }

    @Test
    void aReadWaitsForWorkUnderWayAndAFinishedWaitDoesNotYield() {
        try (Cluster cluster = cluster(2)) {
            cluster.spawn(2, rank -> {
                DeviceTensor x = ones(cluster, rank);
                Work work = cluster.distributed().world().allReduceAsync(x, ReduceOp.SUM);
                assertThat(x.item(9)).isEqualTo(3);
                assertThat(work.isDone()).isTrue();
                long before = cluster.machine().nowPs();
                work.await();
                assertThat(cluster.machine().nowPs()).isEqualTo(before);
            });
        }
    }

    @Test
    void aRankThatThrowsEndsTheOthersAndTheMachineStaysUsable() {
        try (Cluster cluster = cluster(4)) {
            SpawnException e = failure(cluster, rank -> {
                DeviceTensor x = ones(cluster, rank);
                if (rank == 2) {
                    throw new IOException("rank 2 lost its file");
                }
                cluster.distributed().allReduce(x, ReduceOp.SUM);
            });
            assertThat(e.causes()).containsOnlyKeys(2);
            assertThat(e.causes().get(2)).isInstanceOf(IOException.class);
            assertUsable(cluster);
        }
    }

    @Test
    void aRankThatEndsWithoutJoiningIsNamed() {
        try (Cluster cluster = cluster(4)) {
            SpawnException e = failure(cluster, rank -> {
                DeviceTensor x = ones(cluster, rank);
                if (rank != 3) {
                    cluster.distributed().allReduce(x, ReduceOp.SUM);
                }
            });
            assertThat(e.causes()).containsOnlyKeys(3);
            assertThat(e).hasMessageContaining("DIST-410").hasMessageContaining("ranks 0, 1, 2 wait");
            assertUsable(cluster);
        }
    }

    @Test
    void aStaleBroadcastDoesNotLeakIntoTheNextOne() {
        try (Cluster cluster = cluster(2)) {
            failure(cluster, rank -> {
                DeviceTensor x = ones(cluster, rank);
                if (rank == 0) {
                    cluster.distributed().broadcast(x, 0);
                }
            });
            cluster.spawn(2, rank -> {
                DeviceTensor x = ones(cluster, rank);
                cluster.distributed().broadcast(x, 1);
                assertThat(x.toHost().toDoubles()).containsOnly(2);
                cluster.distributed().broadcast(x, 0);
            });
        }
    }

    @Test
    void joiningTwiceIsAnError() {
        try (Cluster cluster = cluster(2)) {
            SpawnException e = failure(cluster, rank -> {
                DeviceTensor x = ones(cluster, rank);
                cluster.distributed().world().allReduceAsync(x, ReduceOp.SUM);
                cluster.distributed().world().allReduceAsync(x, ReduceOp.SUM);
            });
            assertThat(e).hasMessageContaining("DIST-409");
            assertUsable(cluster);
        }
    }

    @Test
    void differentCollectivesAtTheSameTimeAreAnError() {
        try (Cluster cluster = cluster(2)) {
            SpawnException e = failure(cluster, rank -> {
                DeviceTensor x = ones(cluster, rank);
                if (rank == 0) {
                    cluster.distributed().allReduce(x, ReduceOp.SUM);
                } else {
                    cluster.distributed().broadcast(x, 0);
                }
            });
            assertThat(e.causes()).containsOnlyKeys(1);
            assertThat(e).hasMessageContaining("DIST-408");
            assertUsable(cluster);
        }
    }

    @Test
    void subGroupsRunDifferentCollectivesAtTheSameTime() {
        try (Cluster cluster = cluster(4)) {
            cluster.spawn(4, rank -> {
                DeviceTensor x = ones(cluster, rank);
                ProcessGroup group = cluster.distributed().newGroup(rank % 2 == 0 ? List.of(0, 2) : List.of(3, 1));
                if (rank % 2 == 0) {
                    group.allReduce(x, ReduceOp.SUM);
                } else {
                    group.broadcast(x, 0);
                }
                assertThat(x.toHost().toDoubles()).containsOnly(4);
                cluster.distributed().allReduce(x, ReduceOp.SUM);
                assertThat(x.toHost().toDoubles()).containsOnly(16);
            });
        }
    }

    @Test
    void groupsEnteredInDifferentOrderAreExplained() {
        try (Cluster cluster = cluster(3)) {
            Distributed dist = cluster.distributed();
            SpawnException e = failure(cluster, rank -> {
                DeviceTensor x = ones(cluster, rank);
                List<Integer> ring =
                        List.of(rank, (rank + 1) % 3).stream().sorted().toList();
                dist.newGroup(ring).barrier();
                dist.newGroup(List.of(0, 1)).broadcast(x, 0);
            });
            assertThat(e.getMessage()).containsAnyOf("DIST-410", "DIST-411", "DIST-408");
            assertUsable(cluster);
        }
    }

    @Test
    void aLateRankMakesTheOthersWait() {
        long late = 50_000_000;
        try (Cluster cluster = cluster(2)) {
            long[] done = new long[2];
            long[] start = new long[2];
            cluster.spawn(2, rank -> {
                DeviceTensor x = ones(cluster, rank);
                if (rank == 1) {
                    cluster.sleep(late);
                }
                start[rank] = cluster.machine().nowPs();
                cluster.distributed().allReduce(x, ReduceOp.SUM);
                done[rank] = cluster.machine().nowPs();
                assertThat(x.toHost().toDoubles()).containsOnly(3);
            });
            assertThat(start[1] - start[0]).isGreaterThanOrEqualTo(late - 1_000_000);
            assertThat(done[0]).isGreaterThan(start[1]);
        }
    }

    @Test
    void aStragglerSlowsTheCollective() {
        assertThat(allReduceTime(0.25)).isGreaterThan(allReduceTime(1));
    }

    private static long allReduceTime(double speed) {
        try (Cluster cluster = cluster(4, "speeds=[{of: sip2, speed: " + speed + "}]")) {
            cluster.spawn(4, rank -> {
                cluster.ahbm().setDevice(rank);
                DeviceTensor x = cluster.full(Shape.of(40_000), DType.F32, 1, DpPolicy.onePe());
                cluster.distributed().allReduce(x, ReduceOp.SUM);
            });
            return cluster.distributed().lastTiming().orElseThrow().times().latencyPs();
        }
    }

    @Test
    void sendAndReceiveBetweenRanks() {
        try (Cluster cluster = cluster(3)) {
            Distributed dist = cluster.distributed();
            cluster.spawn(3, rank -> {
                DeviceTensor x = ones(cluster, rank);
                if (rank == 2) {
                    dist.send(x, 0);
                    dist.recv(x, 1);
                } else if (rank == 0) {
                    dist.recv(x, 2);
                } else {
                    dist.send(x, 2);
                }
                assertThat(x.toHost().toDoubles())
                        .containsOnly(List.of(3.0, 2.0, 2.0).get(rank));
            });
        }
    }

    @Test
    void equalProgramsGiveEqualTraces() {
        assertThat(trace()).isEqualTo(trace());
    }

    private static String trace() {
        try (Cluster cluster = cluster(4)) {
            assertUsable(cluster);
            return cluster.machine().statistics().traceHash();
        }
    }
}
