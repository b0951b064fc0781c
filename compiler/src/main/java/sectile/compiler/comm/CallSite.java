package sectile.compiler.comm;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.Submit;

/// A call or submission of a function of the program.
public record CallSite(String callee, List<Expr> args, Attrs attrs, Expr expr) {
    /// All that a function holds, in program order.
    public static List<CallSite> of(Function function) {
        var found = new ArrayList<CallSite>();
        Walk.eachExpression(function.body(), expr -> {
            switch (expr) {
                case FunctionCall call -> found.add(new CallSite(call.callee(), call.args(), call.attrs(), call));
                case Submit submit -> found.add(new CallSite(submit.callee(), submit.args(), submit.attrs(), submit));
                default -> {}
            }
        });
        return found;
    }
}
