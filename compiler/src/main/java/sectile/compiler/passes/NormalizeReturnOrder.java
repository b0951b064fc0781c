package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.compiler.flow.ReturnOrder;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;

/// Brings the results of functions into the order of the parameters that they write, callees first. A function whose
/// results cannot be brought into this order stays as it is.
public final class NormalizeReturnOrder implements Pass {
    @Override
    public String summary() {
        return "Orders the results of functions like the parameters they write.";
    }

    @Override
    public Program run(Program program, PassContext context) {
        Program current = program;
        for (String name : calleesFirst(program)) {
            Optional<ReturnOrder> order = ReturnOrder.of(current.function(name), current);
            if (order.isPresent() && !order.get().isIdentity() && order.get().isTakenApart(current)) {
                current = order.get().applied(current);
            }
        }
        return current;
    }

    private static List<String> calleesFirst(Program program) {
        var order = new ArrayList<String>();
        var seen = new HashSet<String>();
        program.functions().forEach(f -> visit(program, f.name(), order, seen));
        return order;
    }

    private static void visit(Program program, String name, List<String> order, Set<String> seen) {
        if (program.find(name).isPresent() && seen.add(name)) {
            calls(program.function(name)).forEach(callee -> visit(program, callee, order, seen));
            order.add(name);
        }
    }

    private static List<String> calls(Function function) {
        var names = new ArrayList<String>();
        Walk.eachExpression(function.body(), expr -> {
            switch (expr) {
                case FunctionCall call -> names.add(call.callee());
                case Submit submit -> names.add(submit.callee());
                case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> {}
            }
        });
        return names;
    }
}
