package sectile.runtime.c;

import java.util.HashSet;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
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

/// Finds the scalars that may be read before they have a value, because not every path to the read assigns them. C
/// holds a number in any case, so a flag of their own says whether it is one.
final class Doubtful {
    private final Set<Var> found = new HashSet<>();

    private Doubtful() {}

    static Set<Var> of(Function function) {
        var search = new Doubtful();
        var assigned = new HashSet<Var>();
        for (Param param : function.params()) {
            assigned.add(param.variable());
        }
        search.pass(function.body(), assigned);
        return search.found;
    }

    private void read(Iterable<? extends Expr> exprs, Set<Var> assigned) {
        for (Expr expr : exprs) {
            Walk.each(expr, part -> {
                if (part instanceof Var variable
                        && variable.type() instanceof ScalarType
                        && !assigned.contains(variable)) {
                    found.add(variable);
                }
            });
        }
    }

    /// Goes through a statement; adds what is assigned after it.
    ///
    /// @return whether the next statement can be reached
    private boolean pass(Stmt statement, Set<Var> assigned) {
        if (!(statement instanceof While)) {
            read(Walk.expressions(statement), assigned);
        }
        return switch (statement) {
            case Assign assign -> {
                assigned.add(assign.target());
                yield true;
            }
            case Eval eval -> true;
            case Yield yielding -> true;
            case Return returning -> false;
            case Break leaving -> false;
            case Continue next -> false;
            case Seq seq -> {
                boolean reached = true;
                for (Stmt step : seq.steps()) {
                    reached &= pass(step, assigned);
                }
                yield reached;
            }
            case If choice -> choice(choice, assigned);
            case For loop -> {
                var inside = new HashSet<>(assigned);
                inside.add(loop.index());
                loop.iterArgs().stream().map(IterArg::variable).forEach(inside::add);
                pass(loop.body(), inside);
                assigned.addAll(loop.results());
                yield true;
            }
            case While loop -> {
                var inside = new HashSet<>(assigned);
                loop.iterArgs().stream().map(IterArg::variable).forEach(inside::add);
                read(Walk.expressions(loop), inside);
                pass(loop.body(), inside);
                assigned.addAll(loop.results());
                yield true;
            }
            case Scope scope -> {
                boolean certain = scope.attrs().find("predicate").isEmpty();
                Set<Var> inside = certain ? assigned : new HashSet<>(assigned);
                if (scope.index() != null) {
                    inside.add(scope.index());
                }
                boolean reached = pass(scope.body(), inside) || !certain;
                if (scope.task() != null) {
                    assigned.add(scope.task());
                }
                yield reached;
            }
        };
    }

    private boolean choice(If choice, Set<Var> assigned) {
        var then = new HashSet<>(assigned);
        var otherwise = new HashSet<>(assigned);
        boolean afterThen = pass(choice.then(), then);
        boolean afterElse = !choice.hasElse() || pass(choice.otherwise(), otherwise);
        if (afterThen && afterElse) {
            then.retainAll(otherwise);
        }
        assigned.addAll(afterThen ? then : otherwise);
        if (choice.hasElse()) {
            assigned.addAll(choice.results());
        }
        return afterThen || afterElse;
    }
}
