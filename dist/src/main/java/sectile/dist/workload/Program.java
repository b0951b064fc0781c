package sectile.dist.workload;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import sectile.dist.Cluster;
import sectile.dist.group.CollectiveTiming;
import sectile.dist.tensor.DeviceTensor;

/// What each rank of a [CollectiveWorkload] does.
final class Program {
    private final CollectiveWorkload workload;
    private final Cluster cluster;
    private final Participants participants;
    private final int world;
    private final Map<Integer, DeviceTensor> inputs = new TreeMap<>();
    private final Map<Integer, DeviceTensor> outputs = new TreeMap<>();

    Program(CollectiveWorkload workload, Cluster cluster, Participants participants, int world) {
        this.workload = workload;
        this.cluster = cluster;
        this.participants = participants;
        this.world = world;
    }

    /// Makes the tensors.
    void prepare(int rank) {
        cluster.ahbm().setDevice(rank);
        DeviceTensor input = cluster.full(
                participants.input(workload.collective(), workload.elements(), world),
                workload.dtype(),
                workload.input(rank),
                participants.layout());
        inputs.put(rank, input);
        outputs.put(
                rank,
                workload.isInPlace()
                        ? input
                        : cluster.empty(
                                participants.output(workload.collective(), workload.outputElements(world), world),
                                workload.dtype(),
                                participants.layout()));
    }

    void run(int rank) {
        cluster.ahbm().setDevice(rank);
        workload.call(cluster.distributed(), input(rank), result(rank));
    }

    private DeviceTensor input(int rank) {
        return Objects.requireNonNull(inputs.get(rank));
    }

    DeviceTensor result(int rank) {
        return Objects.requireNonNull(outputs.get(rank));
    }

    Optional<CollectiveTiming> timing() {
        return cluster.distributed().lastTiming();
    }
}
