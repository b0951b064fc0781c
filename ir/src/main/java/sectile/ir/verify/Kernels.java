package sectile.ir.verify;

import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.stmt.Scope;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.ScopeKind;

/// Work is split into kernels and the functions that hand them out.
final class Kernels {
    private Kernels() {}

    static boolean isKernel(Function function) {
        return switch (function.kind()) {
            case IN_CORE, AIC, AIV -> true;
            case OPAQUE, ORCHESTRATION, GROUP, SPMD, INLINE, GRAPH -> false;
        };
    }

    /// No scope is left that becomes a function of its own, no function is left to be put in place, and what is not a
    /// kernel does not compute.
    static void split(Function function, Findings findings) {
        if (function.kind() == FunctionKind.INLINE) {
            findings.error(
                    "LANG-652", function.origin().span(), "`" + function.name() + "` is still to be put in place");
        }
        Walk.each(function.body(), statement -> {
            if (statement instanceof Scope scope
                    && scope.kind() != ScopeKind.RUNTIME
                    && scope.kind() != ScopeKind.COMM_DOMAIN
                    && scope.kind() != ScopeKind.SPLIT_AIV) {
                findings.error(
                        "LANG-650",
                        scope.span(),
                        "this scope is still part of `" + function.name() + "`",
                        "outline it into a function of its own");
            }
        });
        if (!isKernel(function)) {
            calls(function, call -> {
                if (computes(call)) {
                    findings.error(
                            "LANG-651",
                            call.span(),
                            call.op().surface() + " computes in `" + function.name() + "`, which is not a kernel");
                }
            });
        }
    }

    /// Kernels work on tiles.
    static void tileOps(Function function, Findings findings) {
        if (isKernel(function)) {
            calls(function, call -> {
                if (computes(call)) {
                    findings.error(
                            "LANG-653",
                            call.span(),
                            call.op().surface() + " works on tensors, but `" + function.name() + "` is a kernel",
                            "convert it to ops on tiles");
                }
            });
        }
    }

    /// Whether it is an op on tensors that does more than say where something is.
    private static boolean computes(OpCall call) {
        return call.op().isTensor()
                && switch (call.op().semantics()) {
                    case Semantics.Elementwise e -> true;
                    case Semantics.Reduce r -> true;
                    case Semantics.Contract c -> true;
                    case Semantics.Move m -> true;
                    case Semantics.Rearrange r -> true;
                    case Semantics.Create create -> create != Semantics.Create.UNDEFINED;
                    case Semantics.Gather g -> true;
                    case Semantics.Scatter s -> true;
                    case Semantics.Sort s -> true;
                    case Semantics.Lanes l -> true;
                    case Semantics.View v -> false;
                    case Semantics.Element e -> false;
                    case Semantics.Remote r -> false;
                    case Semantics.Collective c -> false;
                    case Semantics.Synchronise s -> false;
                    case Semantics.Pipe p -> false;
                    case Semantics.Query q -> false;
                    case Semantics.Host h -> false;
                };
    }

    private static void calls(Function function, java.util.function.Consumer<OpCall> action) {
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call) {
                action.accept(call);
            }
        });
    }
}
