package sectile.ir.rewrite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;

/// What the values of a function are parts or copies of: a value is traced back through views, ops that return an
/// operand, and calls, whose results are what they write.
///
/// @param <R> what a variable at the end of the trace is, such as a parameter
public final class Roots<R> {
    private final Results results;
    private final Predicate<OpCall> looksInto;
    private final Map<Var, R> roots = new HashMap<>();
    private final Map<Var, Expr> calls = new HashMap<>();

    /// @param looksInto calls whose result is a part of their first operand, beside views
    public Roots(Results results, Predicate<OpCall> looksInto) {
        this.results = results;
        this.looksInto = looksInto;
    }

    /// A variable has this root.
    public void put(Var variable, R root) {
        roots.put(variable, root);
    }

    /// A variable has this value from here on.
    public void holds(Var variable, Expr value) {
        if (value instanceof Submit || value instanceof FunctionCall) {
            calls.put(variable, value);
        }
        R root = root(value);
        if (root != null) {
            roots.put(variable, root);
        }
    }

    /// Null if it has none.
    public @Nullable R root(Expr expr) {
        return switch (expr) {
            case Var variable -> roots.get(variable);
            case OpCall call when looksInto.test(call) -> root(call.args().getFirst());
            case OpCall call
            when call.op().reuses() >= 0 -> root(call.args().get(call.op().reuses()));
            case OpCall call
            when call.op().viewOf() >= 0 -> root(call.args().get(call.op().viewOf()));
            case FunctionCall call -> result(call.callee(), call.args(), 0);
            case TupleGet get -> get.tuple() instanceof Var tuple ? element(calls.get(tuple), get.index()) : null;
            case Dim _, ConstInt _, ConstFloat _, ConstBool _, Binary _, Unary _, Cast _, MakeTuple _, Absent _ -> null;
            case OpCall _, Submit _ -> null;
        };
    }

    private @Nullable R element(@Nullable Expr call, int index) {
        return switch (call) {
            case FunctionCall function -> result(function.callee(), function.args(), index);
            case Submit submit -> result(submit.callee(), submit.args(), index);
            case null -> null;
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> null;
        };
    }

    /// The argument for the parameter that is the result of that number.
    private @Nullable R result(String callee, List<Expr> args, int index) {
        int place = results.parameter(callee, index).orElse(args.size());
        return place < args.size() ? root(args.get(place)) : null;
    }
}
