package sectile.ir.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.ForKind;

/// A small pass: a `pl.unroll` loop with constant bounds becomes its iterations, one after the other.
final class UnrollLoops extends Rewriter {
    private final FreshNames names;

    private UnrollLoops(FreshNames names) {
        this.names = names;
    }

    static Function unroll(Function function) {
        return new UnrollLoops(FreshNames.of(function)).function(function);
    }

    @Override
    public Stmt statement(Stmt statement) {
        return descend(statement) instanceof For loop && loop.kind() == ForKind.UNROLL && !jumps(loop.body())
                ? unrolled(loop)
                : descend(statement);
    }

    private Stmt unrolled(For loop) {
        OptionalLong start = Dims.constant(loop.start());
        OptionalLong stop = Dims.constant(loop.stop());
        OptionalLong step = Dims.constant(loop.step());
        if (start.isEmpty() || stop.isEmpty() || step.isEmpty()) {
            return loop;
        }
        // Assigned variables are the same in all iterations; those of inner loops and scopes are not.
        Set<Var> assigned = new HashSet<>();
        Walk.each(loop.body(), s -> assigned.addAll(s instanceof Assign a ? Set.of(a.target()) : Set.of()));
        var steps = new ArrayList<Stmt>();
        loop.iterArgs().forEach(a -> steps.add(new Assign(a.variable(), a.init(), loop.origin())));
        for (long i = start.getAsLong(); i < stop.getAsLong(); i += step.getAsLong()) {
            var index = new ConstInt(
                    i, sectile.ir.symbol.DataType.INDEX, loop.index().origin());
            Stmt body = Substitution.of(Map.of(loop.index(), index)).statement(loop.body());
            for (Stmt inner : Seq.steps(FreshCopy.of(body, names, assigned))) {
                steps.addAll(inner instanceof Yield yield ? assigned(loop, yield) : List.of(inner));
            }
        }
        for (int i = 0; i < loop.results().size(); i++) {
            Var carried = loop.iterArgs().get(i).variable();
            steps.add(new Assign(loop.results().get(i), carried, loop.origin()));
        }
        return Seq.of(steps, loop.origin());
    }

    /// All values are computed before any is assigned.
    private List<Stmt> assigned(For loop, Yield yield) {
        var steps = new ArrayList<Stmt>();
        List<Expr> values = yield.values();
        if (values.size() > 1) {
            values = new ArrayList<>();
            for (Expr value : yield.values()) {
                Var next = names.variable("next", value.type(), yield.origin());
                steps.add(new Assign(next, value, yield.origin()));
                values.add(next);
            }
        }
        for (int i = 0; i < values.size(); i++) {
            steps.add(new Assign(loop.iterArgs().get(i).variable(), values.get(i), yield.origin()));
        }
        return steps;
    }

    private static boolean jumps(Stmt body) {
        boolean[] found = {false};
        Walk.each(body, s -> found[0] |= s instanceof Break || s instanceof Continue);
        return found[0];
    }
}
