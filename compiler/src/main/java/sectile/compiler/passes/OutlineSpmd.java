package sectile.compiler.passes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.verify.Property;

/// An SPMD scope becomes a kernel, and the launch of it on as many blocks.
public final class OutlineSpmd implements Pass {
    @Override
    public String summary() {
        return "An SPMD scope becomes a kernel, and the launch of it on as many blocks.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        Placement placement = Placement.of(program);
        return new ScopeOutlining(program, context) {
            @Override
            Stmt scope(Scope scope, Function function, Locals locals) {
                if (scope.kind() == ScopeKind.CLUSTER && launches(scope)) {
                    // A cluster around launches adds nothing to them.
                    return scope.body();
                }
                if (scope.kind() != ScopeKind.SPMD) {
                    return scope;
                }
                if (placement.isOnCore(function)) {
                    context.diagnostics()
                            .error(
                                    CompilerCode.LAUNCH_INSIDE_KERNEL,
                                    scope.span(),
                                    "a kernel cannot launch blocks: `" + function.name() + "` runs on a core",
                                    "move pl.spmd to an orchestration function");
                    return scope;
                }
                Stmt call = directly(scope);
                if (call != null) {
                    return call;
                }
                boolean groups = groups(program, scope.body());
                Stmt body = groups ? scope.body() : withoutScopes(scope.body());
                Attrs attrs = optimizations(scope);
                return outliner()
                        .outline(
                                new Outliner.Part(
                                        name(scope, function.name() + "_spmd"),
                                        groups ? FunctionKind.SPMD : FunctionKind.IN_CORE,
                                        body,
                                        scope.index(),
                                        attrs,
                                        LaunchSite.of(scope),
                                        scope.origin()),
                                locals.names(),
                                locals.usedOutside(scope));
            }
        }.run();
    }

    private static boolean launches(Scope scope) {
        return Seq.steps(scope.body()).stream()
                .allMatch(s -> s instanceof Scope inner && inner.kind() == ScopeKind.SPMD);
    }

    /// A scope that does nothing but call a function is that call, on several blocks.
    private static @org.jspecify.annotations.Nullable Stmt directly(Scope scope) {
        boolean plain =
                scope.index() == null && scope.task() == null && !scope.attrs().has("optimizations");
        List<Stmt> steps = Seq.steps(scope.body());
        if (!plain || steps.size() != 1) {
            return null;
        }
        Attrs launch = LaunchSite.of(scope).attrs();
        return switch (steps.getFirst()) {
            case Assign assign
            when launchable(assign.value()) -> assign.withValue(launched((FunctionCall) assign.value(), launch));
            case Eval eval
            when launchable(eval.value()) -> new Eval(launched((FunctionCall) eval.value(), launch), eval.origin());
            case Assign _, Eval _, Yield _, Jump _, Seq _, If _, For _, While _, Scope _ -> null;
        };
    }

    private static boolean launchable(Expr value) {
        return value instanceof FunctionCall call && call.attrs().isEmpty();
    }

    private static FunctionCall launched(FunctionCall call, Attrs launch) {
        return call.withAttrs(launch);
    }

    /// Whether blocks use the matrix and the vector cores of a group as such.
    private static boolean groups(Program program, Stmt body) {
        boolean[] found = {false};
        Walk.each(body, s -> found[0] |= s instanceof Scope scope && scope.kind() == ScopeKind.CLUSTER);
        Walk.eachExpression(
                body,
                e -> found[0] |= e instanceof FunctionCall call
                        && program.function(call.callee()).kind() == FunctionKind.GROUP);
        return found[0];
    }

    /// On a core, a scope for a core is its body.
    static Stmt withoutScopes(Stmt body) {
        return new Rewriter() {
            @Override
            public Stmt statement(Stmt statement) {
                Stmt inner = descend(statement);
                return inner instanceof Scope scope && scope.kind() == ScopeKind.IN_CORE && scope.task() == null
                        ? scope.body()
                        : inner;
            }
        }.statement(body);
    }

    static String name(Scope scope, String otherwise) {
        return scope.attrs().text("name_hint").filter(n -> !n.isEmpty()).orElse(otherwise);
    }

    /// What a scope asks of the kernel it becomes, its own wishes and those of the scopes inside it: `pl.split(mode)`
    /// is the attribute `split` of the function.
    static Attrs optimizations(Scope scope) {
        Map<String, Attr> found = new TreeMap<>();
        Walk.each(scope, s -> {
            if (s instanceof Scope inner
                    && inner.attrs().find("optimizations").orElse(null) instanceof Attr.Items items) {
                for (Attr item : items.values()) {
                    if (item instanceof Attr.Group group) {
                        found.putIfAbsent(
                                group.name(), group.attrs().find("mode").orElse(new Attr.Bool(true)));
                    }
                }
            }
        });
        return Attrs.of(found);
    }
}
