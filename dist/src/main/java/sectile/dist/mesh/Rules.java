package sectile.dist.mesh;

import sectile.dist.ccl.ReduceOp;
import sectile.dist.mesh.Placement.Partial;
import sectile.dist.mesh.Placement.Replicate;
import sectile.dist.mesh.Placement.Shard;

/// Which placements of two operands fit together, along one dimension of a mesh.
final class Rules {
    private static final Placement ALL = new Replicate();
    private static final Placement ROWS = new Shard(0);
    private static final Placement COLUMNS = new Shard(1);
    private static final Placement SUM = new Partial(ReduceOp.SUM);

    private Rules() {}

    /// What the operands must become, and what the result then is.
    record Rule(Placement left, Placement right, Placement result) {}

    /// For `a · b`.
    ///
    /// @param leftIsSmaller whether `a` has fewer elements, which decides what is gathered where either
    ///     could be
    static Rule matmul(Placement a, Placement b, boolean leftIsSmaller) {
        return switch (a) {
            case Replicate all ->
                switch (b) {
                    case Replicate other -> new Rule(ALL, ALL, ALL);
                    case Shard shard ->
                        shard.dim() == 1 ? new Rule(ALL, COLUMNS, COLUMNS) : new Rule(COLUMNS, ROWS, SUM);
                    case Partial partial -> isSum(partial) ? new Rule(ALL, SUM, SUM) : new Rule(ALL, ALL, ALL);
                };
            case Shard shard -> shard.dim() == 0 ? rowsTimes(b, leftIsSmaller) : columnsTimes(b);
            case Partial partial -> isSum(partial) ? sumTimes(b) : matmul(ALL, b, leftIsSmaller);
        };
    }

    private static Rule rowsTimes(Placement b, boolean leftIsSmaller) {
        return b.equals(COLUMNS) && leftIsSmaller ? new Rule(ALL, COLUMNS, COLUMNS) : new Rule(ROWS, ALL, ROWS);
    }

    private static Rule columnsTimes(Placement b) {
        return b.equals(COLUMNS) ? new Rule(ALL, COLUMNS, COLUMNS) : new Rule(COLUMNS, ROWS, SUM);
    }

    private static Rule sumTimes(Placement b) {
        return switch (b) {
            case Replicate all -> new Rule(SUM, ALL, SUM);
            case Shard shard -> shard.dim() == 0 ? new Rule(COLUMNS, ROWS, SUM) : new Rule(ALL, COLUMNS, COLUMNS);
            case Partial partial -> isSum(partial) ? new Rule(ALL, SUM, SUM) : new Rule(SUM, ALL, SUM);
        };
    }

    /// For `a + b`.
    static Rule add(Placement a, Placement b) {
        if (a.equals(b) && !(a instanceof Partial partial && !isSum(partial))) {
            return new Rule(a, b, a);
        }
        if (a instanceof Shard) {
            return new Rule(a, a, a);
        }
        return b instanceof Shard ? new Rule(b, b, b) : new Rule(ALL, ALL, ALL);
    }

    private static boolean isSum(Partial partial) {
        return partial.op() == ReduceOp.SUM;
    }
}
