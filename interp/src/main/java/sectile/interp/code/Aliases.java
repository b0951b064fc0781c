package sectile.interp.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.ir.Function;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
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

/// Finds out which results of a function are always one of its parameters, so that a caller that does not wait
/// knows what it gets.
final class Aliases {
    private static final int NONE = -1;

    private final CompiledProgram program;
    private final Function function;
    private final Map<Var, Integer> params = new HashMap<>();
    private final Map<Var, Expr> tuples = new HashMap<>();
    private final List<List<Integer>> returns = new ArrayList<>();

    Aliases(CompiledProgram program, Function function) {
        this.program = program;
        this.function = function;
        for (int i = 0; i < function.params().size(); i++) {
            params.put(function.params().get(i).variable(), i);
        }
    }

    List<Integer> ofResults() {
        walk(function.body());
        int count = function.results().size();
        var result = new ArrayList<Integer>();
        for (int i = 0; i < count; i++) {
            int index = i;
            List<Integer> all = returns.stream()
                    .map(r -> index < r.size() ? r.get(index) : NONE)
                    .distinct()
                    .toList();
            result.add(all.size() == 1 ? all.getFirst() : NONE);
        }
        return result;
    }

    private void walk(Stmt statement) {
        switch (statement) {
            case Assign assign -> {
                tuples.put(assign.target(), assign.value());
                set(assign.target(), of(assign.value()));
            }
            case Seq seq -> seq.steps().forEach(this::walk);
            case If choice -> {
                walk(choice.then());
                walk(choice.otherwise());
                choice.results().forEach(v -> set(v, NONE));
            }
            case For loop -> {
                loop(loop.iterArgs(), loop.results());
                walk(loop.body());
                carried(loop.body(), loop.iterArgs(), loop.results());
            }
            case While loop -> {
                loop(loop.iterArgs(), loop.results());
                walk(loop.body());
                carried(loop.body(), loop.iterArgs(), loop.results());
            }
            case Scope scope -> walk(scope.body());
            case Return returning ->
                returns.add(returning.values().stream().map(this::of).toList());
            case Eval eval -> {}
            case Yield yielding -> {}
            case Break leaving -> {}
            case Continue next -> {}
        }
    }

    private void set(Var variable, int param) {
        params.merge(variable, param, (a, b) -> a.equals(b) ? a : NONE);
    }

    private void loop(List<IterArg> args, List<Var> results) {
        for (int i = 0; i < args.size(); i++) {
            set(args.get(i).variable(), of(args.get(i).init()));
            if (i < results.size()) {
                set(results.get(i), of(args.get(i).init()));
            }
        }
    }

    /// A carried value that the body changes for another is neither.
    private void carried(Stmt body, List<IterArg> args, List<Var> results) {
        if (Seq.steps(body).isEmpty() || !(Seq.steps(body).getLast() instanceof Yield yield)) {
            return;
        }
        for (int i = 0; i < args.size(); i++) {
            int next = of(yield.values().get(i));
            set(args.get(i).variable(), next);
            if (i < results.size()) {
                set(results.get(i), next);
            }
        }
    }

    private int of(Expr expr) {
        return switch (expr) {
            case Var variable -> params.getOrDefault(variable, NONE);
            case OpCall call ->
                call.op().reuses() >= 0 && !isSeenDifferently(call.op())
                        ? of(call.args().get(call.op().reuses()))
                        : NONE;
            case FunctionCall call -> ofCall(call, 0);
            case TupleGet get -> {
                Expr tuple = get.tuple() instanceof Var variable ? tuples.get(variable) : get.tuple();
                yield tuple instanceof FunctionCall call ? ofCall(call, get.index()) : NONE;
            }
            case null -> NONE;
            case Dim _, Constant _, Arithmetic _, MakeTuple _, Absent _, Submit _ -> NONE;
        };
    }

    /// Whether the result is an operand's memory, but with another shape or valid part.
    private static boolean isSeenDifferently(Op op) {
        return (op.viewOf() >= 0 && op.semantics() != Semantics.View.SAME)
                || op.semantics() == Semantics.Rearrange.PAD_IN_PLACE;
    }

    private int ofCall(FunctionCall call, int index) {
        List<Integer> aliases = program.function(call.callee()).aliases();
        int param = index < aliases.size() ? aliases.get(index) : NONE;
        return param < 0 ? NONE : of(call.args().get(param));
    }
}
