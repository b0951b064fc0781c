package sectile.ir.verify;

import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Constant;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.ScopeKind;

/// Ops and calls are in functions that can execute them.
final class Placed {
    private final Program program;
    private final Function function;
    private final Findings findings;

    Placed(Program program, Function function, Findings findings) {
        this.program = program;
        this.function = function;
        this.findings = findings;
    }

    void run() {
        boolean orchestrates = function.kind() == FunctionKind.ORCHESTRATION
                || function.kind() == FunctionKind.GRAPH
                || function.isHost();
        statement(function.body(), !orchestrates);
    }

    private void statement(Stmt statement, boolean inKernel) {
        boolean inside = inKernel
                || (statement instanceof Scope scope
                        && scope.kind() != ScopeKind.RUNTIME
                        && scope.kind() != ScopeKind.COMM_DOMAIN);
        Walk.expressions(statement).forEach(e -> Walk.each(e, x -> expression(x, inKernel)));
        Walk.children(statement).forEach(s -> statement(s, inside));
    }

    private void expression(Expr expr, boolean inKernel) {
        switch (expr) {
            case OpCall call -> op(call, inKernel);
            case FunctionCall call -> call(call.callee(), call.span());
            case Submit submit -> {
                call(submit.callee(), submit.span());
                if (function.kind().isKernel()) {
                    findings.error(
                            LanguageCode.KERNEL_CALLS_UP,
                            submit.span(),
                            "a kernel cannot submit tasks",
                            "submit from an Orchestration function");
                }
            }
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _ -> {}
        }
    }

    private void op(OpCall call, boolean inKernel) {
        if (!inKernel && call.op().isTile() && findings.isFirst(LanguageCode.TILE_OP_MISPLACED, function)) {
            findings.error(
                    LanguageCode.TILE_OP_MISPLACED,
                    call.span(),
                    call.op().surface() + " works on tiles, which an orchestration function does not have",
                    "move it into an InCore function or under `with pl.at(level=pl.Level.CORE_GROUP)`");
        }
        CoreAffinity affinity = call.op().affinity();
        if (call.op().isTile()
                && !(call.op().semantics() instanceof Semantics.Remote)
                && ((function.kind() == FunctionKind.AIV && affinity == CoreAffinity.CUBE)
                        || (function.kind() == FunctionKind.AIC && affinity == CoreAffinity.VECTOR))
                && findings.isFirst(LanguageCode.OTHER_CORE, function)) {
            findings.error(
                    LanguageCode.OTHER_CORE,
                    call.span(),
                    call.op().surface() + " runs on the " + (affinity == CoreAffinity.CUBE ? "matrix" : "vector")
                            + " core, but `" + function.name() + "` is a function of the other");
        }
    }

    private void call(String callee, Span span) {
        program.find(callee).ifPresent(target -> {
            boolean up = function.kind().isKernel()
                    && (target.kind() == FunctionKind.ORCHESTRATION
                            || target.kind() == FunctionKind.GRAPH
                            || target.isHost());
            boolean host = !function.isHost() && target.isHost();
            if (up || host) {
                findings.error(
                        LanguageCode.KERNEL_CALLS_UP,
                        span,
                        "`" + function.name() + "` cannot call `" + callee + "`, which runs at a higher level");
            }
        });
    }
}
