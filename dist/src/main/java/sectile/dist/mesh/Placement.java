package sectile.dist.mesh;

import sectile.dist.ccl.ReduceOp;

/// How the ranks along one dimension of a mesh share a tensor.
public sealed interface Placement permits Placement.Shard, Placement.Replicate, Placement.Partial {
    /// Each has some rows (`dim` 0) or columns (1): as many as fit evenly, the last ones fewer or none.
    record Shard(int dim) implements Placement {
        public Shard {
            if (dim < 0 || dim > 1) {
                throw MeshErrors.noSuchAxis(dim);
            }
        }

        @Override
        public String toString() {
            return "Shard(" + dim + ")";
        }
    }

    /// Each has all of it.
    record Replicate() implements Placement {
        @Override
        public String toString() {
            return "Replicate";
        }
    }

    /// Each has a tensor of the full extents; what counts is their combination.
    record Partial(ReduceOp op) implements Placement {
        @Override
        public String toString() {
            return "Partial(" + op.text() + ")";
        }
    }

    static Placement shard(int dim) {
        return new Shard(dim);
    }

    static Placement replicate() {
        return new Replicate();
    }

    /// A sum that has not been added up.
    static Placement partial() {
        return new Partial(ReduceOp.SUM);
    }

    /// Whether the ranks have different rows or columns, as `dim` says.
    default boolean shards(int dim) {
        return this instanceof Shard shard && shard.dim == dim;
    }
}
