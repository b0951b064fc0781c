package sectile.dist.workload;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.group.CollectiveTiming;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;

/// What each rank of a [CollectiveWorkload] does.
final class Program {
    private final CollectiveWorkload workload;
    private final Cluster cluster;
    private final Participants participants;
    private final int world;
    private final Inputs inputs;
    private final Map<Integer, DeviceTensor> tensors = new TreeMap<>();
    private final Map<Integer, DeviceTensor> outputs = new TreeMap<>();

    Program(CollectiveWorkload workload, Cluster cluster, Participants participants, int world, Inputs inputs) {
        this.workload = workload;
        this.cluster = cluster;
        this.participants = participants;
        this.world = world;
        this.inputs = inputs;
    }

    /// Makes the tensors.
    void prepare(int rank) {
        cluster.ahbm().setDevice(rank);
        DeviceTensor input = cluster.empty(
                participants.input(workload.collective(), workload.elements(), world),
                workload.dtype(),
                participants.layout());
        input.fill(shard -> values(rank, input.shape(), shard.spec().region()));
        tensors.put(rank, input);
        outputs.put(
                rank,
                workload.isInPlace()
                        ? input
                        : cluster.empty(
                                participants.output(workload.collective(), workload.outputElements(world), world),
                                workload.dtype(),
                                participants.layout()));
    }

    private NdArray values(int rank, Shape shape, Region region) {
        NdArray values = NdArray.zeros(workload.dtype(), Shape.of(region.elements()));
        long done = 0;
        for (Stretch stretch : Stretch.of(shape, region)) {
            long end = done + stretch.count();
            fill(rank, stretch, values.slice(0, done, end));
            done = end;
        }
        return values;
    }

    private void fill(int rank, Stretch stretch, NdArray target) {
        long elements = workload.elements();
        for (long done = 0; done < stretch.count(); ) {
            long at = (stretch.first() + done) % elements;
            int array = (int) ((stretch.first() + done) / elements);
            int count = (int) Math.min(Math.min(stretch.count() - done, elements - at), Stretch.MOST);
            target.slice(0, done, done + count).assign(inputs.values(workload.dtype(), rank, array, at, count));
            done += count;
        }
    }

    void run(int rank) {
        cluster.ahbm().setDevice(rank);
        workload.call(cluster.distributed(), input(rank), result(rank));
    }

    private DeviceTensor input(int rank) {
        return Objects.requireNonNull(tensors.get(rank));
    }

    DeviceTensor result(int rank) {
        return Objects.requireNonNull(outputs.get(rank));
    }

    Optional<CollectiveTiming> timing() {
        return cluster.distributed().lastTiming();
    }
}
