package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.ops.Ops;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.DataType;

/// How the function that a scope became is called: on how many blocks, after what, under which condition, and as a task
/// or not. The launch belongs to the call, not to the function.
///
/// @param task the variable that is the id of the task, if the scope had one
/// @param attrs of the call
/// @param predicate the scope only ran when it held
record LaunchSite(@Nullable Var task, Attrs attrs, Optional<Expr> predicate, Origin origin) {
    private static final List<String> KEPT = List.of("deps", "sync_start", "allow_early_resolve");

    /// One result of the function.
    ///
    /// @param value what the function returns
    /// @param otherwise what the caller has without the call
    /// @param targets the variables of the caller that it becomes
    record Result(Expr value, Expr otherwise, List<Var> targets) {}

    static LaunchSite plain(Origin origin) {
        return new LaunchSite(null, Attrs.EMPTY, Optional.empty(), origin);
    }

    static LaunchSite of(Scope scope) {
        Attrs attrs = Attrs.EMPTY;
        for (String name : KEPT) {
            Optional<Attr> value = scope.attrs().find(name);
            if (value.isPresent()) {
                attrs = attrs.with(name, value.get());
            }
        }
        Optional<Attr> count = scope.attrs().find("count");
        if (count.isPresent()) {
            attrs = attrs.with("core_num", count.get());
        }
        Optional<Expr> predicate = scope.attrs().find("predicate").map(LaunchSite::condition);
        return new LaunchSite(scope.task(), attrs, predicate, scope.origin());
    }

    private static Expr condition(Attr attr) {
        return attr instanceof Attr.Value value
                ? value.value()
                : new ConstBool(!(attr instanceof Attr.Bool b) || b.value(), Origin.none());
    }

    /// The statements that call the function and give its results to their variables.
    Stmt call(String callee, List<Expr> args, List<Result> results, List<Type> types, FreshNames names) {
        var steps = new ArrayList<Stmt>();
        Expr call;
        if (task != null) {
            call = new Submit(callee, args, attrs, Submit.typeFor(types), origin);
        } else {
            Type type =
                    types.isEmpty() ? VoidType.INSTANCE : types.size() == 1 ? types.getFirst() : new TupleType(types);
            call = new FunctionCall(callee, args, attrs, type, origin);
        }
        if (task != null && results.isEmpty()) {
            steps.add(new Assign(task, call, origin));
        } else if (results.isEmpty()) {
            steps.add(new Eval(call, origin));
        } else if (task == null && results.size() == 1) {
            bind(results.getFirst().targets(), call, steps, names, callee);
        } else {
            Var tuple = names.variable(callee + "_results", call.type(), origin);
            steps.add(new Assign(tuple, call, origin));
            for (int i = 0; i < results.size(); i++) {
                if (!results.get(i).targets().isEmpty()) {
                    bind(results.get(i).targets(), new TupleGet(tuple, i, origin), steps, names, callee);
                }
            }
            if (task != null) {
                steps.add(new Assign(task, new TupleGet(tuple, results.size(), origin), origin));
            }
        }
        return predicate.isEmpty() ? Seq.of(steps, origin) : conditional(steps, results, names);
    }

    private void bind(List<Var> targets, Expr value, List<Stmt> steps, FreshNames names, String callee) {
        Var first = targets.isEmpty() ? names.variable(callee + "_result", value.type(), origin) : targets.getFirst();
        // The result of a function may say its extents by names that only the function knows.
        steps.add(new Assign(first, value, origin));
        targets.stream().skip(1).forEach(t -> steps.add(new Assign(t, first, origin)));
    }

    /// Without the call, everything is as before.
    private Stmt conditional(List<Stmt> steps, List<Result> results, FreshNames names) {
        var outer = new ArrayList<Var>();
        var done = new ArrayList<Expr>();
        var skipped = new ArrayList<Expr>();
        Map<Expr, Expr> copies = new HashMap<>();
        for (Result result : results) {
            for (Var target : result.targets()) {
                Var inner = names.like(target);
                copies.put(target, inner);
                outer.add(target);
                done.add(inner);
                skipped.add(
                        result.otherwise() == target && target.type() instanceof ScalarType scalar
                                ? zero(scalar.dtype())
                                : result.otherwise());
            }
        }
        if (task != null) {
            Var inner = names.like(task);
            copies.put(task, inner);
            outer.add(task);
            done.add(inner);
            skipped.add(zero(DataType.TASK_ID));
        }
        List<Stmt> inside = new ArrayList<>();
        for (Stmt step : steps) {
            inside.add(
                    step instanceof Assign assign && copies.get(assign.target()) instanceof Var copy
                            ? assign.withTarget(copy).withValue(copies.getOrDefault(assign.value(), assign.value()))
                            : step);
        }
        if (outer.isEmpty()) {
            return new If(predicate.orElseThrow(), Seq.of(inside, origin), Seq.EMPTY, List.of(), origin);
        }
        inside.add(new Yield(done, origin));
        return new If(predicate.orElseThrow(), Seq.of(inside, origin), new Yield(skipped, origin), outer, origin);
    }

    private Expr zero(DataType dtype) {
        if (dtype == DataType.TASK_ID) {
            return Ops.standard().of(Semantics.Task.INVALID).call(List.of(), Attrs.EMPTY, origin);
        }
        return dtype == DataType.BOOL
                ? new ConstBool(false, origin)
                : dtype.isFloat() ? new ConstFloat(0, dtype, origin) : new ConstInt(0, dtype, origin);
    }
}
