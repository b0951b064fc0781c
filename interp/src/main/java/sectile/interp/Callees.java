package sectile.interp;

import java.util.Set;
import java.util.TreeSet;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.Submit;

/// The functions that others call.
final class Callees {
    private Callees() {}

    static Set<String> of(Program program) {
        var names = new TreeSet<String>();
        program.functions()
                .forEach(function -> Walk.eachExpression(function.body(), expr -> {
                    if (expr instanceof FunctionCall call) {
                        names.add(call.callee());
                    } else if (expr instanceof Submit submit) {
                        names.add(submit.callee());
                    }
                }));
        return names;
    }
}
