package sectile.compiler.comm;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;

/// A call or submission of a function of the program.
public record CallSite(String callee, List<Expr> args, Attrs attrs, Expr expr) {
    /// All that a function holds, in program order.
    public static List<CallSite> of(Function function) {
        var found = new ArrayList<CallSite>();
        Walk.eachExpression(function.body(), expr -> {
            switch (expr) {
                case FunctionCall call -> found.add(new CallSite(call.callee(), call.args(), call.attrs(), call));
                case Submit submit -> found.add(new CallSite(submit.callee(), submit.args(), submit.attrs(), submit));
                case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> {}
            }
        });
        return found;
    }
}
