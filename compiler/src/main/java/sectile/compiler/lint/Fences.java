package sectile.compiler.lint;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.verify.DataOrder;

/// A program that has fences is meant for an order in which it needs them: a notify after a write, with none between.
final class Fences {
    private Fences() {}

    static void check(Function function, Diagnostics problems) {
        boolean[] fenced = {false};
        Walk.eachExpression(
                function.body(),
                expr -> fenced[0] |= expr instanceof OpCall call
                        && (call.op().semantics() == Semantics.Synchronise.FENCE
                                || call.op().semantics() == Semantics.Synchronise.ORDER_TRANSFERS));
        if (fenced[0]) {
            body(function.body(), problems);
        }
    }

    private static void body(Stmt body, Diagnostics problems) {
        boolean open = false;
        List<Stmt> writers = new ArrayList<>();
        for (Stmt step : Seq.steps(body)) {
            if (Walk.children(step).isEmpty()) {
                if (open && isNotify(step)) {
                    Stmt writer = writers.getLast();
                    problems.add(Diagnostic.warning(
                                    CompilerCode.NOTIFY_WITHOUT_FENCE,
                                    step.span(),
                                    "this signal may overtake what line "
                                            + writer.span().line() + " wrote")
                            .note(writer.span(), "written here, with no fence before the signal")
                            .hint("put pld.system.fence() between them, as elsewhere in this function"));
                    open = false;
                }
                open = DataOrder.after(step, open);
                if (DataOrder.writes(step)) {
                    writers.add(step);
                }
            } else {
                Walk.children(step).forEach(child -> body(child, problems));
                open = false;
            }
        }
    }

    private static boolean isNotify(Stmt step) {
        for (Expr expr : Walk.expressions(step)) {
            if (expr instanceof OpCall call && call.op().semantics() == Semantics.Signal.NOTIFY) {
                return true;
            }
        }
        return false;
    }
}
