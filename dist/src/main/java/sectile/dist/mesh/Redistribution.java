package sectile.dist.mesh;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import sectile.base.array.Shape;
import sectile.dist.local.LocalOps;
import sectile.dist.mesh.Placement.Partial;
import sectile.dist.mesh.Placement.Replicate;
import sectile.dist.mesh.Placement.Shard;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;

/// Changes the placements of a tensor, one dimension of the mesh after the other.
///
/// A dimension that cuts what an earlier one has cut already is in the way when the earlier one changes: it
/// is replicated first and cut again afterwards.
final class Redistribution {
    private final LocalOps ops;
    private final DeviceMesh mesh;
    private final Shape shape;
    private final List<Placement> now;
    private DeviceTensor local;
    private boolean owned;

    private Redistribution(LocalOps ops, DeviceMesh mesh, Shape shape, List<Placement> from, DeviceTensor local) {
        this.ops = ops;
        this.mesh = mesh;
        this.shape = shape;
        this.now = new ArrayList<>(from);
        this.local = local;
    }

    /// The local tensor of the calling rank after the change; the one given if nothing changes.
    static DeviceTensor run(
            LocalOps ops, DeviceMesh mesh, Shape shape, List<Placement> from, List<Placement> to, DeviceTensor local) {
        for (int i = 0; i < from.size(); i++) {
            if (to.get(i) instanceof Partial && !to.get(i).equals(from.get(i))) {
                throw MeshErrors.toPartial(from.get(i), to.get(i));
            }
        }
        Redistribution change = new Redistribution(ops, mesh, shape, from, local);
        for (int dimension : inTheWay(from, to).descendingSet()) {
            change.step(dimension, new Replicate());
        }
        for (int dimension = 0; dimension < from.size(); dimension++) {
            change.step(dimension, to.get(dimension));
        }
        return change.local;
    }

    private static NavigableSet<Integer> inTheWay(List<Placement> from, List<Placement> to) {
        NavigableSet<Integer> found = new TreeSet<>();
        for (int early = 0; early < from.size(); early++) {
            for (int late = early + 1; late < from.size(); late++) {
                for (int axis = 0; axis < 2; axis++) {
                    boolean changes = !from.get(early).equals(to.get(early))
                            && (from.get(early).shards(axis) || to.get(early).shards(axis));
                    if (changes && from.get(late).shards(axis)) {
                        found.add(late);
                    }
                }
            }
        }
        return found;
    }

    private void step(int dimension, Placement wanted) {
        Placement placement = now.get(dimension);
        if (placement.equals(wanted)) {
            return;
        }
        List<Placement> others = new ArrayList<>(now);
        others.set(dimension, new Replicate());
        Region whole = new Cut(shape, mesh, others).region();
        Exchange exchange = new Exchange(ops, mesh.group(dimension), whole, local.dtype());
        DeviceTensor before = local;
        local = changed(exchange, placement, wanted);
        if (owned) {
            before.free();
        }
        owned = true;
        now.set(dimension, wanted);
    }

    private DeviceTensor changed(Exchange exchange, Placement from, Placement to) {
        return switch (from) {
            case Shard had ->
                switch (to) {
                    case Shard wanted -> exchange.allToAll(local, had.dim(), wanted.dim());
                    case Replicate all -> exchange.allGather(local, had.dim());
                    case Partial partial -> throw MeshErrors.toPartial(from, to);
                };
            case Replicate all ->
                switch (to) {
                    case Shard wanted -> exchange.slice(local, wanted.dim());
                    case Replicate same -> local;
                    case Partial partial -> throw MeshErrors.toPartial(from, to);
                };
            case Partial partial ->
                switch (to) {
                    case Shard wanted -> exchange.reduceScatter(local, wanted.dim(), partial.op());
                    case Replicate all -> exchange.allReduce(local, partial.op());
                    case Partial other -> throw MeshErrors.toPartial(from, to);
                };
        };
    }
}
