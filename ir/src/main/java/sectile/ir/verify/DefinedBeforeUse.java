package sectile.ir.verify;

import java.util.HashSet;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.ir.Assign;
import sectile.ir.Break;
import sectile.ir.Continue;
import sectile.ir.Dims;
import sectile.ir.Eval;
import sectile.ir.Expr;
import sectile.ir.For;
import sectile.ir.Function;
import sectile.ir.If;
import sectile.ir.Param;
import sectile.ir.Return;
import sectile.ir.Scope;
import sectile.ir.Seq;
import sectile.ir.Stmt;
import sectile.ir.Var;
import sectile.ir.Walk;
import sectile.ir.While;
import sectile.ir.Yield;

/// Definite assignment: on every way to a use, the variable was given a value.
final class DefinedBeforeUse {
    private final Function function;
    private final Diagnostics diagnostics;
    private final Set<Var> reported = new HashSet<>();

    DefinedBeforeUse(Function function, Diagnostics diagnostics) {
        this.function = function;
        this.diagnostics = diagnostics;
    }

    void run() {
        Set<Var> defined = new HashSet<>();
        function.params().stream().map(Param::variable).forEach(defined::add);
        statement(function.body(), defined);
    }

    /// Adds what the statement defines; false if nothing after it is reached.
    private boolean statement(Stmt statement, Set<Var> defined) {
        if (!(statement instanceof While)) {
            Walk.expressions(statement).forEach(e -> uses(e, defined, statement.span()));
        }
        switch (statement) {
            case Assign assign -> defined.add(assign.target());
            case Eval e -> {}
            case Yield y -> {}
            case Return r -> {
                return false;
            }
            case Break b -> {
                return false;
            }
            case Continue c -> {
                return false;
            }
            case Seq seq -> {
                for (Stmt step : seq.steps()) {
                    if (!statement(step, defined)) {
                        return false;
                    }
                }
            }
            case If branch -> {
                return branch(branch, defined);
            }
            case For loop -> loop(loop, defined);
            case While loop -> {
                loop.iterArgs().forEach(a -> uses(a.init(), defined, loop.span()));
                Set<Var> inside = new HashSet<>(defined);
                loop.iterArgs().forEach(a -> inside.add(a.variable()));
                uses(loop.condition(), inside, loop.span());
                statement(loop.body(), inside);
                defined.addAll(loop.results());
            }
            case Scope scope -> {
                if (scope.index() != null) {
                    defined.add(scope.index());
                }
                statement(scope.body(), defined);
                if (scope.task() != null) {
                    defined.add(scope.task());
                }
            }
        }
        return true;
    }

    private boolean branch(If branch, Set<Var> defined) {
        Set<Var> then = new HashSet<>(defined);
        Set<Var> otherwise = new HashSet<>(defined);
        boolean afterThen = statement(branch.then(), then);
        boolean afterElse = statement(branch.otherwise(), otherwise);
        if (afterThen && afterElse) {
            then.retainAll(otherwise);
            defined.addAll(then);
        } else {
            defined.addAll(afterThen ? then : otherwise);
        }
        defined.addAll(branch.results());
        return afterThen || afterElse;
    }

    private void loop(For loop, Set<Var> defined) {
        Set<Var> inside = new HashSet<>(defined);
        inside.add(loop.index());
        loop.iterArgs().forEach(a -> inside.add(a.variable()));
        statement(loop.body(), inside);
        var start = Dims.constant(loop.start());
        var stop = Dims.constant(loop.stop());
        boolean runs = start.isPresent() && stop.isPresent() && start.getAsLong() < stop.getAsLong();
        if (runs && !jumps(loop.body())) {
            inside.remove(loop.index());
            loop.iterArgs().forEach(a -> inside.remove(a.variable()));
            defined.addAll(inside);
        }
        defined.addAll(loop.results());
    }

    private static boolean jumps(Stmt body) {
        return Seq.steps(body).stream()
                .anyMatch(s -> s instanceof Break
                        || s instanceof Continue
                        || (s instanceof If i && (jumps(i.then()) || jumps(i.otherwise()))));
    }

    private void uses(Expr expr, Set<Var> defined, Span span) {
        Walk.each(expr, e -> {
            if (e instanceof Var variable && !defined.contains(variable) && reported.add(variable)) {
                Span place = expr.equals(variable) || expr.span().isNone() ? span : expr.span();
                diagnostics.error(
                        "LANG-601",
                        place,
                        "`" + variable.name() + "` may be used before it has a value",
                        "give it a value on every way here; a loop may run not at all");
            }
        });
    }
}
