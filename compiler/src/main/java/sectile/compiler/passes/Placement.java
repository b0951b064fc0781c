package sectile.compiler.passes;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.FunctionCall;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.ScopeKind;

/// Which functions run on a core: kernels, and opaque functions that a kernel or a scope that becomes one calls.
final class Placement {
    private final Set<String> onCores = new HashSet<>();

    private Placement() {}

    static Placement of(Program program) {
        var placement = new Placement();
        Deque<Function> left = new ArrayDeque<>();
        for (Function function : program.functions()) {
            if (function.kind().isKernel()
                    || function.kind() == FunctionKind.GROUP
                    || function.kind() == FunctionKind.SPMD) {
                left.add(function);
            } else {
                Walk.each(function.body(), s -> {
                    if (s instanceof Scope scope && becomesKernel(scope.kind())) {
                        calls(program, scope.body(), left);
                    }
                });
            }
        }
        while (!left.isEmpty()) {
            Function function = left.remove();
            if (placement.onCores.add(function.name())) {
                calls(program, function.body(), left);
            }
        }
        return placement;
    }

    static boolean becomesKernel(ScopeKind kind) {
        return switch (kind) {
            case IN_CORE, SPMD, CLUSTER, SPLIT_AIV -> true;
            case HIERARCHY, RUNTIME, COMM_DOMAIN -> false;
        };
    }

    private static void calls(Program program, Stmt body, Deque<Function> into) {
        Walk.eachExpression(body, e -> {
            if (e instanceof FunctionCall call) {
                program.find(call.callee()).ifPresent(into::add);
            }
        });
    }

    boolean isOnCore(Function function) {
        return onCores.contains(function.name());
    }
}
