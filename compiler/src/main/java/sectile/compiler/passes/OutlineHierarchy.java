package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Attrs;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.verify.Property;

/// Scopes at a level above the core become orchestration functions.
public final class OutlineHierarchy implements Pass {
    @Override
    public String summary() {
        return "Scopes at a level above the core become orchestration functions.";
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
                if (scope.kind() != ScopeKind.HIERARCHY) {
                    return scope;
                }
                if (placement.isOnCore(function) || function.isHost()) {
                    // A core has no levels above it, and what a host does stays on the host.
                    return scope.body();
                }
                String name = scope.attrs()
                        .text("name_hint")
                        .filter(n -> !n.isEmpty())
                        .orElse(function.name() + "_level");
                return outliner()
                        .outline(
                                new Outliner.Part(
                                        name,
                                        FunctionKind.ORCHESTRATION,
                                        scope.body(),
                                        null,
                                        Attrs.EMPTY,
                                        LaunchSite.of(scope),
                                        scope.origin()),
                                locals.names(),
                                locals.usedOutside(scope));
            }
        }.run();
    }
}
