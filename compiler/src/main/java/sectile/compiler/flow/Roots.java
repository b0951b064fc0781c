package sectile.compiler.flow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Results;
import sectile.ir.rewrite.Writes;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// Whose memory a value is: the variable at which it was created or came in, seen through views, ops and calls that
/// return an operand, and values that loops carry. A value that may be one of several counts as the first of them.
public final class Roots {
    private final Results results;
    private final Map<Var, Var> roots = new HashMap<>();
    private final Map<Var, Expr> calls = new HashMap<>();

    private Roots(Writes.Callees callees) {
        this.results = Results.of(callees);
    }

    public static Roots of(Function function, Writes.Callees callees) {
        var found = new Roots(callees);
        found.statement(function.body());
        return found;
    }

    /// The variable at which the memory of a value began.
    public Var of(Var variable) {
        return roots.getOrDefault(variable, variable);
    }

    /// The same of an expression; null if it has no memory of its own.
    public @Nullable Var of(Expr expr) {
        return switch (expr) {
            case Var variable -> of(variable);
            case OpCall call
            when call.op().reuses() >= 0 -> of(call.args().get(call.op().reuses()));
            case OpCall call
            when call.op().viewOf() >= 0 -> of(call.args().get(call.op().viewOf()));
            case FunctionCall call -> result(call.callee(), call.args(), 0);
            case TupleGet get
            when get.tuple() instanceof Var tuple ->
                switch (calls.get(tuple)) {
                    case FunctionCall call -> result(call.callee(), call.args(), get.index());
                    case Submit submit -> result(submit.callee(), submit.args(), get.index());
                    case null -> null;
                    case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> null;
                };
            case Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _, Submit _ -> null;
        };
    }

    private @Nullable Var result(String callee, List<Expr> args, int index) {
        int place = results.parameter(callee, index).orElse(args.size());
        return place < args.size() ? of(args.get(place)) : null;
    }

    private void is(Var variable, Expr value) {
        if (value instanceof FunctionCall || value instanceof Submit) {
            calls.put(variable, value);
        }
        Var root = of(value);
        if (root != null && root != variable) {
            roots.putIfAbsent(variable, root);
        }
    }

    private void statement(Stmt statement) {
        switch (statement) {
            case Assign assign -> is(assign.target(), assign.value());
            case For loop -> loop(loop.iterArgs(), loop.results(), loop);
            case While loop -> loop(loop.iterArgs(), loop.results(), loop);
            case If branch -> {
                statement(branch.then());
                statement(branch.otherwise());
                yielded(branch.then(), branch.results());
                yielded(branch.otherwise(), branch.results());
            }
            case Seq _, Scope _ -> Walk.children(statement).forEach(this::statement);
            case Eval _, Yield _, Return _, Break _, Continue _ -> {}
        }
    }

    private void loop(List<IterArg> iterArgs, List<Var> results, Stmt loop) {
        iterArgs.forEach(a -> is(a.variable(), a.init()));
        Walk.children(loop).forEach(this::statement);
        for (int i = 0; i < results.size(); i++) {
            is(results.get(i), iterArgs.get(i).variable());
        }
    }

    private void yielded(Stmt body, List<Var> results) {
        List<Stmt> steps = Seq.steps(body);
        if (!steps.isEmpty() && steps.getLast() instanceof Yield yield) {
            for (int i = 0; i < Math.min(results.size(), yield.values().size()); i++) {
                is(results.get(i), yield.values().get(i));
            }
        }
    }
}
