package sectile.ir.verify;

import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.OpCall;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Scope;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.ScopeKind;

/// Work is split into kernels and the functions that hand them out.
final class Kernels {
    private Kernels() {}

    /// No scope is left that becomes a function of its own, no function is left to be put in place, and what is not a
    /// kernel does not compute.
    static void split(Function function, Findings findings) {
        if (function.kind() == FunctionKind.INLINE) {
            findings.error(
                    LanguageCode.INLINE_LEFT,
                    function.origin().span(),
                    "`" + function.name() + "` is still to be put in place");
        }
        Walk.each(function.body(), statement -> {
            if (statement instanceof Scope scope
                    && scope.kind() != ScopeKind.RUNTIME
                    && scope.kind() != ScopeKind.COMM_DOMAIN
                    && scope.kind() != ScopeKind.SPLIT_AIV) {
                findings.error(
                        LanguageCode.SCOPE_LEFT,
                        scope.span(),
                        "this scope is still part of `" + function.name() + "`",
                        "outline it into a function of its own");
            }
        });
        if (!function.kind().isKernel()) {
            calls(function, call -> {
                if (call.op().computes()) {
                    findings.error(
                            LanguageCode.COMPUTES_OUTSIDE_KERNEL,
                            call.span(),
                            call.op().surface() + " computes in `" + function.name() + "`, which is not a kernel");
                }
            });
        }
    }

    /// Kernels work on tiles.
    static void tileOps(Function function, Findings findings) {
        if (function.kind().isKernel()) {
            calls(function, call -> {
                if (call.op().computes()) {
                    findings.error(
                            LanguageCode.TENSOR_OP_LEFT,
                            call.span(),
                            call.op().surface() + " works on tensors, but `" + function.name() + "` is a kernel",
                            "convert it to ops on tiles");
                }
            });
        }
    }

    private static void calls(Function function, java.util.function.Consumer<OpCall> action) {
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call) {
                action.accept(call);
            }
        });
    }
}
