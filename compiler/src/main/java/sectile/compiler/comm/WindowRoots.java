package sectile.compiler.comm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
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
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Results;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// Which buffer or parameter the windows of a function look into, in SSA form. A window is traced through views, ops
/// that return an operand, loops, branches and calls, whose results are what they write.
public final class WindowRoots {
    private final Results results;
    private final Map<Var, Var> roots = new HashMap<>();
    private final Map<Var, Expr> calls = new HashMap<>();

    private WindowRoots(Program program) {
        this.results = Results.of(program::find);
    }

    public static WindowRoots of(Function function, Program program) {
        var found = new WindowRoots(program);
        function.params().stream()
                .filter(p -> p.type() instanceof DistributedTensorType)
                .forEach(p -> found.roots.put(p.variable(), p.variable()));
        found.statement(function.body());
        return found;
    }

    /// The variable of the buffer, or the parameter; empty for what is not a window.
    public Optional<Var> of(Expr value) {
        return Optional.ofNullable(root(value));
    }

    private void statement(Stmt statement) {
        if (statement instanceof For loop) {
            begin(loop.iterArgs());
        } else if (statement instanceof While loop) {
            begin(loop.iterArgs());
        }
        Walk.children(statement).forEach(this::statement);
        switch (statement) {
            case Assign assign -> {
                if (assign.value() instanceof OpCall call && call.op().semantics() == Semantics.Window.ALLOCATE) {
                    roots.put(assign.target(), assign.target());
                } else {
                    holds(assign.target(), assign.value());
                }
            }
            case If branch -> either(branch);
            case For loop -> end(loop.iterArgs(), loop.results());
            case While loop -> end(loop.iterArgs(), loop.results());
            case Eval _, Yield _, Jump _, Seq _, Scope _ -> {}
        }
    }

    private void begin(List<IterArg> iterArgs) {
        iterArgs.forEach(a -> holds(a.variable(), a.init()));
    }

    private void end(List<IterArg> iterArgs, List<Var> results) {
        for (int i = 0; i < results.size(); i++) {
            holds(results.get(i), iterArgs.get(i).variable());
        }
    }

    /// A window that is one or another, by a condition, has no root.
    private void either(If branch) {
        List<Expr> then = yielded(branch.then());
        List<Expr> otherwise = yielded(branch.otherwise());
        for (int i = 0; i < branch.results().size(); i++) {
            Var root = i < then.size() ? root(then.get(i)) : null;
            if (root != null && i < otherwise.size() && root == root(otherwise.get(i))) {
                roots.put(branch.results().get(i), root);
            }
        }
    }

    private static List<Expr> yielded(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        return !steps.isEmpty() && steps.getLast() instanceof Yield yield ? yield.values() : List.of();
    }

    private void holds(Var variable, Expr value) {
        if (value instanceof Submit || value instanceof FunctionCall) {
            calls.put(variable, value);
        }
        Var root = root(value);
        if (root != null) {
            roots.put(variable, root);
        }
    }

    private @Nullable Var root(Expr expr) {
        return switch (expr) {
            case Var variable -> roots.get(variable);
            case OpCall call
            when call.op().semantics() == Semantics.Window.VIEW ->
                root(call.args().getFirst());
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

    private @Nullable Var element(@Nullable Expr call, int index) {
        return switch (call) {
            case FunctionCall function -> result(function.callee(), function.args(), index);
            case Submit submit -> result(submit.callee(), submit.args(), index);
            case null -> null;
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> null;
        };
    }

    /// The argument for the parameter that is the result of that number.
    private @Nullable Var result(String callee, List<Expr> args, int index) {
        int place = results.parameter(callee, index).orElse(args.size());
        return place < args.size() ? root(args.get(place)) : null;
    }
}
