package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.ops.Ops;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;

/// `break`, `continue` and early returns become branches, so that every body runs from its beginning to its end.
public final class CtrlFlow implements FunctionPass {
    @Override
    public String summary() {
        return "`break`, `continue` and early returns become branches.";
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        FreshNames names = FreshNames.of(function);
        var jumps = new Jumps(names);
        Function plain = new Rewriter() {
            @Override
            public Stmt statement(Stmt statement) {
                return switch (descend(statement)) {
                    case For loop when Jumps.in(loop.body()) -> jumps.structured(loop);
                    case While loop
                    when Jumps.in(loop.body()) -> {
                        var steps = new ArrayList<Stmt>();
                        Seq.steps(jumps.structured(loop)).forEach(s -> steps.add(condition(s, names)));
                        yield Seq.of(steps, loop.origin());
                    }
                    case Scope scope when scope.attrs().has("predicate") -> guarded(scope);
                    case Stmt other -> condition(other, names);
                };
            }
        }.function(function);
        Stmt body = plain.body();
        return Returns.inTheMiddle(body) ? plain.withBody(Returns.structured(body, ret -> ret)) : plain;
    }

    /// A loop whose condition calls something tests a variable instead.
    private static Stmt condition(Stmt statement, FreshNames names) {
        return statement instanceof While loop && Flattener.calls(loop.condition())
                ? new Flattener(names).flat(loop)
                : statement;
    }

    /// A scope that runs under a condition is a branch; the task of one that did not run names no task.
    private static Stmt guarded(Scope scope) {
        Origin origin = scope.origin();
        Expr predicate = scope.attrs().find("predicate").orElseThrow() instanceof Attr.Value value
                ? value.value()
                : new ConstBool(scope.attrs().flag("predicate"), origin);
        Stmt skipped = scope.task() == null
                ? Seq.EMPTY
                : new Assign(
                        scope.task(),
                        Ops.standard().of(Semantics.Task.INVALID).call(List.of(), Attrs.EMPTY, origin),
                        origin);
        return new If(predicate, scope.withAttrs(scope.attrs().without("predicate")), skipped, List.of(), origin);
    }
}
