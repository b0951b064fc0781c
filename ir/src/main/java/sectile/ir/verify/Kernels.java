package sectile.ir.verify;

import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.FunctionKind;
import sectile.ir.OpCall;
import sectile.ir.Scope;
import sectile.ir.ScopeKind;
import sectile.ir.Walk;

/// Work is split into kernels and the functions that hand them out.
final class Kernels {
    /// Ops on tensors that only say where something is, and so stay as they are.
    private static final Set<String> ADDRESSING = Set.of(
            "tensor.alloc",
            "tensor.create",
            "tensor.dim",
            "tensor.get_block_idx",
            "tensor.get_block_num",
            "tensor.get_subblock_idx",
            "tensor.read",
            "tensor.reinterpret_view",
            "tensor.reshape",
            "tensor.set_validshape",
            "tensor.slice",
            "tensor.view",
            "tensor.write");

    private Kernels() {}

    static boolean isKernel(Function function) {
        return switch (function.kind()) {
            case IN_CORE, AIC, AIV -> true;
            case OPAQUE, ORCHESTRATION, GROUP, SPMD, INLINE, GRAPH -> false;
        };
    }

    /// No scope is left that becomes a function of its own, no function is left to be put in place, and what is not a
    /// kernel does not compute.
    static void split(Function function, Diagnostics diagnostics) {
        if (function.kind() == FunctionKind.INLINE) {
            diagnostics.error(
                    "LANG-652", function.origin().span(), "`" + function.name() + "` is still to be put in place");
        }
        Walk.each(function.body(), statement -> {
            if (statement instanceof Scope scope
                    && scope.kind() != ScopeKind.RUNTIME
                    && scope.kind() != ScopeKind.COMM_DOMAIN
                    && scope.kind() != ScopeKind.SPLIT_AIV) {
                diagnostics.error(
                        "LANG-650",
                        scope.span(),
                        "this scope is still part of `" + function.name() + "`",
                        "outline it into a function of its own");
            }
        });
        if (!isKernel(function)) {
            calls(function, call -> {
                if (computes(call)) {
                    diagnostics.error(
                            "LANG-651",
                            call.span(),
                            call.op().surface() + " computes in `" + function.name() + "`, which is no kernel");
                }
            });
        }
    }

    /// Kernels work on tiles.
    static void tileOps(Function function, Diagnostics diagnostics) {
        if (isKernel(function)) {
            calls(function, call -> {
                if (computes(call)) {
                    diagnostics.error(
                            "LANG-653",
                            call.span(),
                            call.op().surface() + " works on tensors, but `" + function.name() + "` is a kernel",
                            "convert it to ops on tiles");
                }
            });
        }
    }

    private static boolean computes(OpCall call) {
        String name = call.op().name();
        return name.startsWith("tensor.") && !ADDRESSING.contains(name);
    }

    private static void calls(Function function, java.util.function.Consumer<OpCall> action) {
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call) {
                action.accept(call);
            }
        });
    }
}
