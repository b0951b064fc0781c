package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.compiler.arith.Analyzer;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreeVariables;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// Removes scalars that nothing uses, from the last statement to the first, so that what only they used goes, too.
final class UnusedScalars {
    private final Analyzer analyzer = new Analyzer();
    private final Set<Var> used = new HashSet<>();

    private UnusedScalars() {}

    static Stmt removed(Function function) {
        var unused = new UnusedScalars();
        function.results().forEach(unused::use);
        return unused.statement(function.body());
    }

    private void use(Type type) {
        used.addAll(FreeVariables.of(type));
    }

    private void usesOf(Stmt statement) {
        Walk.expressions(statement).forEach(e -> used.addAll(FreeVariables.of(e)));
        Walk.definitions(statement).forEach(v -> use(v.type()));
    }

    private Stmt statement(Stmt statement) {
        if (statement instanceof Assign assign
                && assign.target().type() instanceof ScalarType
                && !used.contains(assign.target())
                && analyzer.isSafe(assign.value())) {
            return Seq.EMPTY;
        }
        if (statement instanceof Seq seq) {
            var kept = new ArrayList<Stmt>();
            for (Stmt step : seq.steps().reversed()) {
                kept.add(statement(step));
            }
            List<Stmt> steps = kept.reversed();
            return steps.equals(seq.steps()) ? seq : Seq.of(steps, seq.origin());
        }
        usesOf(statement);
        return switch (statement) {
            case If branch -> {
                Stmt then = statement(branch.then());
                Stmt otherwise = statement(branch.otherwise());
                yield then == branch.then() && otherwise == branch.otherwise()
                        ? branch
                        : branch.withBranches(then, otherwise);
            }
            case For loop -> {
                Stmt body = statement(loop.body());
                yield body == loop.body() ? loop : loop.withBody(body);
            }
            case While loop -> {
                Stmt body = statement(loop.body());
                yield body == loop.body() ? loop : loop.withBody(body);
            }
            case Scope scope -> {
                Stmt body = statement(scope.body());
                yield body == scope.body() ? scope : scope.withBody(body);
            }
            case Assign _, Eval _, Yield _, Return _, Break _, Continue _, Seq _ -> statement;
        };
    }
}
