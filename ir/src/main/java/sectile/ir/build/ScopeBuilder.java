package sectile.ir.build;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ScopeKind;

/// A scope; [#body] adds it.
public final class ScopeBuilder {
    private final Control function;
    private final ScopeKind kind;
    private final Origin origin;
    private final Map<String, Object> attrs = new LinkedHashMap<>();

    ScopeBuilder(Control function, ScopeKind kind) {
        this.function = function;
        this.kind = kind;
        this.origin = function.origin();
    }

    /// An attribute, such as `sync_start` or `optimizations`.
    public ScopeBuilder with(String name, Object value) {
        attrs.put(name, value);
        return this;
    }

    public ScopeBuilder named(String hint) {
        return with("name_hint", hint);
    }

    /// The tasks that must be done before.
    public ScopeBuilder after(Expr... tasks) {
        return with("deps", List.of(tasks));
    }

    /// Adds the scope.
    public void body(Runnable body) {
        add(null, null, body);
    }

    /// Adds an spmd or split_aiv scope whose body sees the number of its block.
    public void body(String index, Consumer<Var> body) {
        Var variable = function.variable(index, ScalarType.INDEX, origin);
        add(variable, null, () -> body.accept(variable));
    }

    /// Adds the scope and gives the id of the task it becomes.
    public Var task(String name, Runnable body) {
        Var variable = function.variable(name, ScalarType.of(DataType.TASK_ID), origin);
        add(null, variable, body);
        return variable;
    }

    private void add(@Nullable Var index, @Nullable Var task, Runnable body) {
        boolean blocks = kind == ScopeKind.SPMD || kind == ScopeKind.SPLIT_AIV;
        boolean tasks = kind == ScopeKind.SPMD || kind == ScopeKind.IN_CORE || kind == ScopeKind.HIERARCHY;
        if ((index != null && !blocks) || (task != null && !tasks)) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.SCOPE_WITHOUT_ID,
                    index != null
                            ? "only spmd and splitAiv scopes have an index"
                            : "only at and spmd scopes return a task id");
        }
        Stmt inside = function.inside(body);
        function.emit(new Scope(kind, index, task, Values.attrs(attrs, origin.span()), inside, origin));
    }
}
