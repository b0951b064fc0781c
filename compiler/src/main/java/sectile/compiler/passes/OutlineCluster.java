package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.FunctionCall;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.verify.Property;

/// A cluster scope becomes a group function if it calls matrix and vector functions, else a kernel.
public final class OutlineCluster implements Pass {
    @Override
    public String summary() {
        return "A cluster scope becomes a group function if it calls matrix or vector functions, else a kernel.";
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
        return new ScopeOutlining(program, context) {
            @Override
            Stmt scope(Scope scope, Function function, Locals locals) {
                if (scope.kind() != ScopeKind.CLUSTER) {
                    return scope;
                }
                boolean group = callsCores(program, scope.body());
                if (function.kind().isKernel() && !group) {
                    return scope.body();
                }
                Stmt body = group ? scope.body() : OutlineSpmd.withoutScopes(scope.body());
                return outliner()
                        .outline(
                                new Outliner.Part(
                                        OutlineSpmd.name(scope, function.name() + "_cluster"),
                                        group ? FunctionKind.GROUP : FunctionKind.IN_CORE,
                                        body,
                                        null,
                                        OutlineSpmd.optimizations(scope),
                                        LaunchSite.of(scope),
                                        scope.origin()),
                                locals.names(),
                                locals.usedOutside(scope));
            }
        }.run();
    }

    private static boolean callsCores(Program program, Stmt body) {
        boolean[] found = {false};
        Walk.eachExpression(body, e -> {
            if (e instanceof FunctionCall call) {
                FunctionKind kind = program.function(call.callee()).kind();
                found[0] |= kind == FunctionKind.AIC || kind == FunctionKind.AIV;
            }
        });
        return found[0];
    }
}
