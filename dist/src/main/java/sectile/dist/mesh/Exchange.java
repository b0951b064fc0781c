package sectile.dist.mesh;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.ProcessGroup;
import sectile.dist.local.LocalOps;
import sectile.dist.local.Rectangle;
import sectile.dist.local.Spread;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;

/// Changes the placement along one dimension of the mesh.
///
/// Every collective moves stacks of equally large blocks, one for each rank of the group, on tensors whose
/// columns are dealt out to PEs. A part smaller than the others leaves the rest of its block unused.
///
/// @param whole the extents the ranks of the group share
record Exchange(LocalOps ops, ProcessGroup group, Region whole, DType dtype) {
    private Cluster cluster() {
        return ops.cluster();
    }

    private int ranks() {
        return group.size();
    }

    /// The part of a rank, relative to what is shared.
    private Region part(int axis, int rank) {
        return Cut.part(new Region(0, whole.rows(), 0, whole.columns()), axis, rank, ranks());
    }

    private Region ownPart(int axis) {
        return part(axis, group.rank());
    }

    /// The extents of a block that holds any part.
    private Region block(int axis) {
        return part(axis, 0);
    }

    private DeviceTensor empty(long rows, long columns) {
        return cluster().empty(Shape.of(rows, columns), dtype, Spread.columns());
    }

    private static Rectangle moved(Region from, long row, long column) {
        return new Rectangle(from, row, column);
    }

    private static Region atOrigin(Region region) {
        return new Region(0, region.rows(), 0, region.columns());
    }

    /// Replicate to Shard: every rank keeps a part.
    DeviceTensor slice(DeviceTensor local, int axis) {
        Region own = ownPart(axis);
        return ops.slice(local, moved(own, 0, 0), Spread.columns());
    }

    /// Shard to Replicate.
    DeviceTensor allGather(DeviceTensor local, int axis) {
        Region block = block(axis);
        DeviceTensor input = empty(block.rows(), block.columns());
        ops.copy(local, input, List.of(moved(atOrigin(ownPart(axis)), 0, 0)));
        DeviceTensor stack = empty(block.rows() * ranks(), block.columns());
        group.allGatherAsync(stack, input, "each_pe_allgather").await();
        DeviceTensor result = empty(whole.rows(), whole.columns());
        List<Rectangle> unpack = new ArrayList<>();
        for (int rank = 0; rank < ranks(); rank++) {
            Region part = part(axis, rank);
            Region from = new Region(rank * block.rows(), part.rows(), 0, part.columns());
            unpack.add(moved(from, part.row(), part.column()));
        }
        ops.copy(stack, result, unpack);
        input.free();
        stack.free();
        return result;
    }

    /// Partial to Replicate.
    DeviceTensor allReduce(DeviceTensor local, ReduceOp op) {
        DeviceTensor result = empty(whole.rows(), whole.columns());
        ops.copy(local, result, List.of(Rectangle.whole(whole.rows(), whole.columns())));
        group.allReduceAsync(result, op, "each_pe_allreduce").await();
        return result;
    }

    /// Partial to Shard.
    DeviceTensor reduceScatter(DeviceTensor local, int axis, ReduceOp op) {
        Region block = block(axis);
        DeviceTensor stack = pack(local, axis, block.rows(), block.columns());
        DeviceTensor output = empty(block.rows(), block.columns());
        group.reduceScatterAsync(output, stack, op, "each_pe_reducescatter").await();
        Region own = ownPart(axis);
        DeviceTensor result = ops.slice(output, moved(atOrigin(own), 0, 0), Spread.columns());
        stack.free();
        output.free();
        return result;
    }

    /// Shard along one axis to Shard along the other.
    DeviceTensor allToAll(DeviceTensor local, int fromAxis, int toAxis) {
        Region had = block(fromAxis);
        Region wanted = block(toAxis);
        long rows = Math.min(had.rows(), wanted.rows());
        long columns = Math.min(had.columns(), wanted.columns());
        DeviceTensor input = pack(local, toAxis, rows, columns);
        DeviceTensor output = empty(rows * ranks(), columns);
        group.allToAllAsync(output, input, "each_pe_alltoall").await();
        Region own = ownPart(toAxis);
        DeviceTensor result = empty(own.rows(), own.columns());
        List<Rectangle> unpack = new ArrayList<>();
        for (int rank = 0; rank < ranks(); rank++) {
            Region theirs = part(fromAxis, rank).intersect(own);
            Region from = new Region(rank * rows, theirs.rows(), 0, theirs.columns());
            unpack.add(moved(from, theirs.row() - own.row(), theirs.column() - own.column()));
        }
        ops.copy(output, result, unpack);
        input.free();
        output.free();
        return result;
    }

    /// What goes to each rank, one block below the other.
    private DeviceTensor pack(DeviceTensor local, int axis, long rows, long columns) {
        DeviceTensor stack = empty(rows * ranks(), columns);
        Region extents = new Region(0, local.shape().dim(0), 0, local.shape().dim(1));
        List<Rectangle> moves = new ArrayList<>();
        for (int rank = 0; rank < ranks(); rank++) {
            moves.add(moved(part(axis, rank).intersect(extents), rank * rows, 0));
        }
        ops.copy(local, stack, moves);
        return stack;
    }
}
