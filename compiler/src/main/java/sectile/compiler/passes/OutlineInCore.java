package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.verify.Property;

/// Scopes for a core become kernels, and so do statements that compute outside any kernel.
public final class OutlineInCore implements Pass {
    @Override
    public String summary() {
        return "Scopes for a core become kernels, and so do statements that compute outside any kernel.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        Placement placement = Placement.of(program);
        return new ScopeOutlining(program, context) {
            @Override
            Function prepared(Function function) {
                return switch (function.kind()) {
                    case OPAQUE -> {
                        if (placement.isOnCore(function)) {
                            yield function.withKind(FunctionKind.IN_CORE);
                        }
                        // A function with a level of its own says by it where it runs.
                        boolean plain = function.level() == null;
                        yield LooseStatements.scoped(plain ? function.withKind(FunctionKind.ORCHESTRATION) : function);
                    }
                    case ORCHESTRATION, SPMD, GROUP, GRAPH -> LooseStatements.scoped(function);
                    case IN_CORE, AIC, AIV, INLINE -> function;
                };
            }

            @Override
            Stmt scope(Scope scope, Function function, Locals locals) {
                if (scope.kind() != ScopeKind.IN_CORE) {
                    return scope;
                }
                if (function.kind().isKernel() && scope.task() == null) {
                    return scope.body();
                }
                return outliner()
                        .outline(
                                new Outliner.Part(
                                        OutlineSpmd.name(scope, function.name() + "_incore"),
                                        FunctionKind.IN_CORE,
                                        OutlineSpmd.withoutScopes(scope.body()),
                                        null,
                                        OutlineSpmd.optimizations(scope),
                                        LaunchSite.of(scope),
                                        scope.origin()),
                                locals.names(),
                                locals.usedOutside(scope));
            }
        }.run();
    }

    /// The attributes of a scope for a core.
    static Attrs level() {
        return Attrs.of("level", new Attr.Sym(Level.CORE_GROUP));
    }
}
