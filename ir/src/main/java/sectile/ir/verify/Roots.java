package sectile.ir.verify;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.ir.Expr;
import sectile.ir.Function;
import sectile.ir.FunctionCall;
import sectile.ir.OpCall;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Shaped;
import sectile.ir.Submit;
import sectile.ir.TupleGet;
import sectile.ir.Var;

/// Which parameter's memory a value is. Follows views, ops that give back an operand, and calls, whose results are
/// what they write.
final class Roots {
    private final Program program;
    private final Map<Var, Param> roots = new HashMap<>();
    private final Map<Var, Expr> tuples = new HashMap<>();

    Roots(Program program, Function function) {
        this.program = program;
        for (Param param : function.params()) {
            if (param.type() instanceof Shaped) {
                roots.put(param.variable(), param);
            }
        }
    }

    void assigned(Var target, Expr value) {
        if (value instanceof Submit || value instanceof FunctionCall) {
            tuples.put(target, value);
        }
        Param root = of(value);
        if (root != null) {
            roots.put(target, root);
        }
    }

    @Nullable
    Param of(Expr expr) {
        return switch (expr) {
            case Var variable -> roots.get(variable);
            case OpCall call
            when call.op().reuses() >= 0 -> of(call.args().get(call.op().reuses()));
            case OpCall call
            when call.op().viewOf() >= 0 -> of(call.args().get(call.op().viewOf()));
            case FunctionCall call -> result(call.callee(), call.args(), 0);
            case TupleGet get when get.tuple() instanceof Var tuple -> element(tuples.get(tuple), get.index());
            default -> null;
        };
    }

    private @Nullable Param element(@Nullable Expr call, int index) {
        return switch (call) {
            case FunctionCall function -> result(function.callee(), function.args(), index);
            case Submit submit -> result(submit.callee(), submit.args(), index);
            case null, default -> null;
        };
    }

    /// The argument for the parameter that a function writes as its result of that number.
    private @Nullable Param result(String callee, List<Expr> args, int index) {
        Function target = program.find(callee).orElse(null);
        if (target == null) {
            return null;
        }
        int written = 0;
        for (int i = 0; i < Math.min(args.size(), target.params().size()); i++) {
            if (target.params().get(i).direction().writes() && written++ == index) {
                return of(args.get(i));
            }
        }
        return null;
    }
}
