package sectile.dist.workload;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import sectile.dist.Cluster;
import sectile.dist.group.Distributed;
import sectile.sim.Place;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WrongValue;

/// Whether a barrier holds: on a machine of its own one rank after the other is late, and no rank may continue
/// before it arrives.
final class LateRanks {
    /// Of more ranks than this only so many come late.
    private static final int MOST = 16;

    private final CollectiveWorkload workload;
    private final Topology topology;
    private final long latePs;
    private final ValueCheck values;

    /// @param usualPs how long the barrier takes when no rank is late
    /// @param values where the outcome goes
    LateRanks(CollectiveWorkload workload, Topology topology, long usualPs, ValueCheck values) {
        this.workload = workload;
        this.topology = topology;
        this.latePs = 2 * usualPs + 1_000_000;
        this.values = values;
    }

    void check(long seed) {
        try (Cluster cluster = Cluster.open(topology, MachineOptions.standard())) {
            Distributed dist = cluster.distributed();
            dist.initProcessGroup(
                    "ahbm",
                    workload.config(),
                    workload.registries(),
                    workload.config().ranks(workload.collective()));
            // The first one finds the queues not yet there, and waits for them as well.
            dist.spawn(rank -> dist.barrier());
            chosen(new Noise(seed), dist.worldSize()).forEach(late -> check(cluster, late));
        }
    }

    private static List<Integer> chosen(Noise noise, int world) {
        int count = Math.min(MOST, world);
        int first = (int) noise.below(world, 0);
        return IntStream.range(0, count)
                .mapToObj(i -> (int) ((first + (long) i * world / count) % world))
                .toList();
    }

    private void check(Cluster cluster, int late) {
        Distributed dist = cluster.distributed();
        long[] left = new long[dist.worldSize()];
        long[] came = new long[dist.worldSize()];
        dist.spawn(rank -> {
            if (rank == late) {
                cluster.sleep(latePs);
            }
            came[rank] = cluster.machine().nowPs();
            dist.barrier();
            left[rank] = cluster.machine().nowPs();
        });
        values.count(left.length);
        for (int i = 0; i < left.length; i++) {
            int rank = i;
            if (left[rank] < came[late]) {
                values.wrong(() -> new WrongValue(
                        "barrier with rank " + late + " late",
                        OptionalInt.of(rank),
                        new Place(rank, 0, 0),
                        List.of(),
                        "left at " + left[rank] + " ps",
                        "not before " + came[late] + " ps"));
            }
        }
    }
}
