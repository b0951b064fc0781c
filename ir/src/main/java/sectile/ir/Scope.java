package sectile.ir;

import org.jspecify.annotations.Nullable;

/// Statements that run somewhere, or somehow, else. `index` is the block or lane the body sees, `task` the id of the
/// task that the scope becomes. Variables assigned inside are visible after it.
public record Scope(
        ScopeKind kind, @Nullable Var index, @Nullable Var task, Attrs attrs, Stmt body, Origin origin)
        implements Stmt {
    public Scope {
        if (index != null && !index.type().equals(ScalarType.INDEX)) {
            throw new IllegalArgumentException("the index of a scope is INDEX, found " + index.type());
        }
        if (task != null && !task.type().equals(ScalarType.of(DataType.TASK_ID))) {
            throw new IllegalArgumentException("the task of a scope is a TASK_ID, found " + task.type());
        }
    }
}
