package sectile.ir.stmt;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.ScopeKind;

/// Statements that run somewhere, or somehow, else. `index` is the block or lane the body sees, `task` the id of the
/// task that the scope becomes. Variables assigned inside are visible after it.
public record Scope(
        ScopeKind kind, @Nullable Var index, @Nullable Var task, Attrs attrs, Stmt body, Origin origin)
        implements Stmt {
    public Scope {
        boolean group = attrs.find("level").equals(Optional.of(new Attr.Sym(Level.CORE_GROUP)));
        if (kind == ScopeKind.IN_CORE && !group) {
            throw new IllegalArgumentException("an in-core scope is at level CORE_GROUP");
        }
        if (kind == ScopeKind.HIERARCHY && (group || !attrs.has("level"))) {
            throw new IllegalArgumentException("a hierarchy scope is at a level other than CORE_GROUP");
        }
        if (index != null && (task != null || (kind != ScopeKind.SPMD && kind != ScopeKind.SPLIT_AIV))) {
            throw new IllegalArgumentException("only spmd and split_aiv scopes have an index, and then no task");
        }
        if (index != null && !index.type().equals(ScalarType.INDEX)) {
            throw new IllegalArgumentException("the index of a scope is INDEX, found " + index.type());
        }
        if (task != null && !task.type().equals(ScalarType.of(DataType.TASK_ID))) {
            throw new IllegalArgumentException("the task of a scope is a TASK_ID, found " + task.type());
        }
    }

    public Scope withBody(Stmt newBody) {
        return new Scope(kind, index, task, attrs, newBody, origin);
    }

    public Scope withAttrs(Attrs newAttrs) {
        return new Scope(kind, index, task, newAttrs, body, origin);
    }
}
