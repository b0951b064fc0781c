package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;

/// How the function that a scope became is called: on how many blocks, after what, and as a task or not. The launch
/// belongs to the call, not to the function.
///
/// @param task the variable that is the id of the task, if the scope had one
/// @param attrs of the call
record LaunchSite(@Nullable Var task, Attrs attrs, Origin origin) {
    private static final List<String> KEPT = List.of("deps", "sync_start", "allow_early_resolve");

    /// One result of the function.
    ///
    /// @param value what the function returns
    /// @param targets the variables of the caller that it becomes
    record Result(Expr value, List<Var> targets) {}

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
        return new LaunchSite(scope.task(), attrs, scope.origin());
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
        return Seq.of(steps, origin);
    }

    private void bind(List<Var> targets, Expr value, List<Stmt> steps, FreshNames names, String callee) {
        Var first = targets.isEmpty() ? names.variable(callee + "_result", value.type(), origin) : targets.getFirst();
        steps.add(new Assign(first, value, origin));
        targets.stream().skip(1).forEach(t -> steps.add(new Assign(t, first, origin)));
    }
}
