package sectile.ir.verify;

import java.util.function.Consumer;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
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

/// Data before signal: on every path, a fence is between a write of a window and a notify after it.
public final class DataOrder {
    private DataOrder() {}

    static void check(Function function, Findings findings) {
        after(function.body(), false, call -> {
            if (findings.isFirst(LanguageCode.SIGNAL_OVERTAKES, call)) {
                findings.error(
                        LanguageCode.SIGNAL_OVERTAKES,
                        call.span(),
                        "this signal may overtake data that was written before it",
                        "put pl.system.fence() between the write and the signal");
            }
        });
    }

    /// Whether a statement may write a window.
    public static boolean writes(Stmt statement) {
        boolean[] found = {false};
        Walk.eachExpression(statement, e -> found[0] |= writes(e));
        return found[0];
    }

    /// Whether a statement may notify a peer.
    public static boolean notifies(Stmt statement) {
        boolean[] found = {false};
        Walk.eachExpression(statement, e -> found[0] |= notifies(e));
        return found[0];
    }

    /// Whether, after a statement, a window may have been written without a fence since.
    ///
    /// @param before the same before the statement
    public static boolean after(Stmt statement, boolean before) {
        return after(statement, before, call -> {});
    }

    private static boolean after(Stmt statement, boolean before, Consumer<OpCall> overtakes) {
        boolean[] open = {before};
        for (Expr expr : Walk.expressions(statement)) {
            Walk.each(expr, e -> {
                if (notifies(e) && open[0]) {
                    overtakes.accept((OpCall) e);
                }
                if (e instanceof OpCall call && fences(call.op().semantics())) {
                    open[0] = false;
                }
                open[0] |= writes(e);
            });
        }
        return switch (statement) {
            case If branch -> {
                boolean then = after(branch.then(), open[0], overtakes);
                boolean otherwise = after(branch.otherwise(), open[0], overtakes);
                yield then || otherwise;
            }
            case For loop -> repeated(loop.body(), open[0], overtakes);
            case While loop -> repeated(loop.body(), open[0], overtakes);
            case Assign _, Eval _, Yield _, Jump _, Seq _, Scope _ -> {
                boolean last = open[0];
                for (Stmt child : Walk.children(statement)) {
                    last = after(child, last, overtakes);
                }
                yield last;
            }
        };
    }

    /// A round may begin with what the round before it wrote; the loop may run not at all.
    private static boolean repeated(Stmt body, boolean before, Consumer<OpCall> overtakes) {
        boolean again = before || after(body, before, call -> {});
        boolean last = after(body, again, overtakes);
        return before || last;
    }

    private static boolean fences(Semantics semantics) {
        return semantics == Semantics.Synchronise.FENCE
                || semantics == Semantics.Synchronise.ORDER_TRANSFERS
                || semantics == Semantics.Synchronise.COMPLETE_TRANSFERS;
    }

    private static boolean notifies(Expr expr) {
        return expr instanceof OpCall call && call.op().semantics() == Semantics.Signal.NOTIFY;
    }

    private static boolean writes(Expr expr) {
        return switch (expr) {
            case OpCall call when call.op().semantics() instanceof Semantics.Signal -> false;
            case OpCall call -> {
                boolean found = false;
                for (int i = 0; i < call.args().size(); i++) {
                    found |= call.args().get(i).type() instanceof DistributedTensorType
                            && call.op()
                                    .effect(call.op().operands().get(i), call.attrs())
                                    .writes();
                }
                yield found;
            }
            case FunctionCall call -> call.args().stream().anyMatch(a -> a.type() instanceof DistributedTensorType);
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Submit _ -> false;
        };
    }
}
