package sectile.dist.parallel;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.ModelParallel;
import sectile.dist.group.ProcessGroup;
import sectile.dist.group.Work;
import sectile.dist.local.LocalOps;
import sectile.dist.local.Rectangle;
import sectile.dist.local.Spread;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;
import sectile.sim.machine.LaunchResult;
import sectile.sim.topology.Topology;

/// A rank's view of its tensor-parallel group, made inside the worker.
///
/// A tensor is *inside* the parallel region when each rank has its own columns of it, and outside when each
/// has all of it. The region functions lead in and out.
public final class TensorParallel {
    private final Cluster cluster;
    private final ModelParallel groups;
    private final LocalOps ops;
    private final Consumer<LaunchResult> listener;

    public TensorParallel(Cluster cluster) {
        this(cluster, result -> {});
    }

    /// @param listener hears when everything ran that this rank launched
    public TensorParallel(Cluster cluster, Consumer<LaunchResult> listener) {
        this.cluster = cluster;
        this.groups = cluster.distributed().modelParallel();
        this.listener = listener;
        this.ops = new LocalOps(cluster, listener);
    }

    public Cluster cluster() {
        return cluster;
    }

    /// What this rank computes alone.
    public LocalOps ops() {
        return ops;
    }

    public ProcessGroup group() {
        return groups.tensorGroup();
    }

    public int rank() {
        return groups.tensorRank();
    }

    public int size() {
        return groups.tensorSize();
    }

    // Regions

    /// Into the region with the whole tensor: every rank has it already.
    public DeviceTensor copyToTpRegion(DeviceTensor tensor) {
        matrix(tensor);
        return tensor;
    }

    /// Into the region with this rank's columns.
    public DeviceTensor scatterToTpRegion(DeviceTensor tensor) {
        Shape shape = matrix(tensor);
        ParallelErrors.checkDivisible("columns", shape.dim(1), size());
        long columns = shape.dim(1) / size();
        Region part = new Region(0, shape.dim(0), rank() * columns, columns);
        return ops.slice(tensor, new Rectangle(part, 0, 0), Spread.columns());
    }

    /// Out of the region by adding up what the ranks have, in place. All copies a rank has of an element
    /// must be equal.
    public DeviceTensor reduceFromTpRegion(DeviceTensor tensor) {
        Shape shape = matrix(tensor);
        DeviceTensor spread = ops.rearranged(tensor, Spread.columns());
        await(group().allReduceAsync(spread, ReduceOp.SUM, "each_pe_allreduce"), shape);
        if (spread != tensor) {
            ops.copy(spread, tensor, List.of(Rectangle.whole(shape.dim(0), shape.dim(1))));
            spread.free();
        }
        return tensor;
    }

    /// Out of the region by putting the ranks' columns side by side, on every PE of every rank.
    public DeviceTensor gatherFromTpRegion(DeviceTensor tensor) {
        Shape shape = matrix(tensor);
        long rows = shape.dim(0);
        long columns = shape.dim(1);
        DeviceTensor spread = ops.rearranged(tensor, Spread.columns());
        DeviceTensor stacked = cluster.empty(Shape.of(rows * size(), columns), tensor.dtype(), Spread.columns());
        await(group().allGatherAsync(stacked, spread, "each_pe_allgather"), shape);
        DeviceTensor result = cluster.empty(Shape.of(rows, columns * size()), tensor.dtype(), Spread.replicated());
        ops.copy(
                stacked,
                result,
                IntStream.range(0, size())
                        .mapToObj(rank -> new Rectangle(new Region(rank * rows, rows, 0, columns), 0, rank * columns))
                        .toList());
        stacked.free();
        if (spread != tensor) {
            spread.free();
        }
        return result;
    }

    /// Adds up what all PEs of all ranks have, in place: each of them ends with the whole sum.
    void reducePartialSums(DeviceTensor tensor) {
        Topology machine = cluster.device().topology();
        boolean onePe = machine.cubes() * machine.pesPerCube() == 1;
        await(group().allReduceAsync(tensor, ReduceOp.SUM, onePe ? CclConfig.AUTO : "hierarchical"), tensor.shape());
    }

    private void await(Work work, Shape shape) {
        work.await();
        if (shape.elements() > 0) {
            listener.accept(work.result());
        }
    }

    private static Shape matrix(DeviceTensor tensor) {
        if (tensor.shape().rank() != 2) {
            throw ParallelErrors.noMatrix(tensor.shape());
        }
        return tensor.shape();
    }
}
