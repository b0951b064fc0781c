package sectile.compiler.comm;

import java.util.List;
import java.util.Optional;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Results;
import sectile.ir.rewrite.Roots;
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
    private final Roots<Var> roots;

    private WindowRoots(Program program) {
        this.roots = new Roots<>(Results.of(program::find), call -> call.op().semantics() == Semantics.Window.VIEW);
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
        return Optional.ofNullable(roots.root(value));
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
                    roots.holds(assign.target(), assign.value());
                }
            }
            case If branch -> either(branch);
            case For loop -> end(loop.iterArgs(), loop.results());
            case While loop -> end(loop.iterArgs(), loop.results());
            case Eval _, Yield _, Jump _, Seq _, Scope _ -> {}
        }
    }

    private void begin(List<IterArg> iterArgs) {
        iterArgs.forEach(a -> roots.holds(a.variable(), a.init()));
    }

    private void end(List<IterArg> iterArgs, List<Var> results) {
        for (int i = 0; i < results.size(); i++) {
            roots.holds(results.get(i), iterArgs.get(i).variable());
        }
    }

    /// A window that is one or another, by a condition, has no root.
    private void either(If branch) {
        List<Expr> then = yielded(branch.then());
        List<Expr> otherwise = yielded(branch.otherwise());
        for (int i = 0; i < branch.results().size(); i++) {
            Var root = i < then.size() ? roots.root(then.get(i)) : null;
            if (root != null && i < otherwise.size() && root == roots.root(otherwise.get(i))) {
                roots.put(branch.results().get(i), root);
            }
        }
    }

    private static List<Expr> yielded(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        return !steps.isEmpty() && steps.getLast() instanceof Yield yield ? yield.values() : List.of();
    }
}
