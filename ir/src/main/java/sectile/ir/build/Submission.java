package sectile.ir.build;

import sectile.ir.expr.Expr;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Var;

/// A task that was submitted.
public final class Submission {
    private final Var all;

    Submission(Var all) {
        this.all = all;
    }

    /// What the function returns; a use of it waits for the task.
    public Expr result(int index) {
        return new TupleGet(all, index, all.origin());
    }

    /// The id that later tasks name in `deps`.
    public Expr task() {
        return all.type() instanceof TupleType tuple
                ? new TupleGet(all, tuple.elements().size() - 1, all.origin())
                : all;
    }
}
