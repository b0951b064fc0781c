package sectile.interp;

import java.util.Set;
import sectile.ir.Assign;
import sectile.ir.Break;
import sectile.ir.Call;
import sectile.ir.Continue;
import sectile.ir.Eval;
import sectile.ir.Expr;
import sectile.ir.For;
import sectile.ir.FunctionCall;
import sectile.ir.If;
import sectile.ir.Return;
import sectile.ir.Scope;
import sectile.ir.Seq;
import sectile.ir.Stmt;
import sectile.ir.Submit;
import sectile.ir.TupleGet;
import sectile.ir.While;
import sectile.ir.Yield;

/// The functions that a body calls.
final class Callees {
    private Callees() {}

    static void of(Stmt statement, Set<String> names) {
        switch (statement) {
            case Assign assign -> of(assign.value(), names);
            case Eval eval -> of(eval.value(), names);
            case Return returning -> returning.values().forEach(v -> of(v, names));
            case Yield yielding -> yielding.values().forEach(v -> of(v, names));
            case Seq seq -> seq.steps().forEach(s -> of(s, names));
            case If choice -> {
                of(choice.then(), names);
                of(choice.otherwise(), names);
            }
            case For loop -> of(loop.body(), names);
            case While loop -> of(loop.body(), names);
            case Scope scope -> of(scope.body(), names);
            case Break leaving -> {}
            case Continue next -> {}
        }
    }

    private static void of(Expr expr, Set<String> names) {
        switch (expr) {
            case FunctionCall call -> {
                names.add(call.callee());
                call.args().forEach(a -> of(a, names));
            }
            case Submit submit -> {
                names.add(submit.callee());
                submit.args().forEach(a -> of(a, names));
            }
            case Call call -> call.args().forEach(a -> of(a, names));
            case TupleGet get -> of(get.tuple(), names);
            default -> {}
        }
    }
}
