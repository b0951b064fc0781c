package sectile.ir.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;

/// A small pass: every assignment defines a variable of its own; branches and `for` loops hand values on by yields.
/// Without `break`, `continue` and `while`.
final class ConvertToSsa extends Rewriter {
    private final FreshNames names;
    private final Set<Var> defined = new HashSet<>();
    private Map<Var, Var> current = new HashMap<>();

    private ConvertToSsa(Function function) {
        this.names = FreshNames.of(function);
    }

    static Function convert(Function function) {
        return new ConvertToSsa(function).function(function);
    }

    @Override
    protected Expr use(Var variable) {
        return current.getOrDefault(variable, variable);
    }

    @Override
    protected Var definition(Var variable) {
        Var version = version(variable);
        current.put(variable, version);
        return version;
    }

    private Var version(Var variable) {
        Var retyped = define(variable);
        return defined.add(variable) ? retyped : names.like(retyped);
    }

    private Var value(Map<Var, Var> at, Var variable) {
        return Objects.requireNonNull(at.get(variable));
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (statement) {
            case If branch -> branch(branch);
            case For loop -> loop(loop);
            default -> descend(statement);
        };
    }

    private Stmt branch(If branch) {
        Expr condition = expression(branch.condition());
        Map<Var, Var> before = current;
        current = new HashMap<>(before);
        Stmt then = statement(branch.then());
        Map<Var, Var> afterThen = current;
        current = new HashMap<>(before);
        Stmt otherwise = statement(branch.otherwise());
        Map<Var, Var> afterElse = current;
        if (ends(then) || ends(otherwise)) {
            current = ends(then) ? afterElse : afterThen;
            return new If(condition, then, otherwise, branch.results(), branch.origin());
        }
        Set<Var> changed = new LinkedHashSet<>(UseDef.of(branch).defined());
        changed.removeIf(v ->
                !afterThen.containsKey(v) || !afterElse.containsKey(v) || value(afterThen, v) == value(afterElse, v));
        current = new HashMap<>(before);
        List<Var> results =
                new ArrayList<>(branch.results().stream().map(this::definition).toList());
        changed.forEach(v -> results.add(definition(v)));
        return new If(
                condition,
                yielding(then, changed, afterThen),
                yielding(otherwise, changed, afterElse),
                results,
                branch.origin());
    }

    private Stmt loop(For loop) {
        Expr start = expression(loop.start());
        Expr stop = expression(loop.stop());
        Expr step = expression(loop.step());
        Map<Var, Var> before = current;
        Set<Var> carried = new LinkedHashSet<>(UseDef.of(loop.body()).defined());
        carried.retainAll(before.keySet());
        var iterArgs = new ArrayList<IterArg>();
        loop.iterArgs().forEach(a -> iterArgs.add(new IterArg(a.variable(), expression(a.init()))));
        carried.forEach(v -> iterArgs.add(new IterArg(v, value(before, v))));
        current = new HashMap<>(before);
        iterArgs.replaceAll(a -> new IterArg(definition(a.variable()), a.init()));
        Var index = definition(loop.index());
        Stmt body = yielding(statement(loop.body()), carried, current);
        current = new HashMap<>(before);
        var results = new ArrayList<Var>();
        if (loop.results().isEmpty() && !carried.isEmpty()) {
            loop.iterArgs().forEach(a -> results.add(names.like(a.variable())));
        }
        loop.results().forEach(v -> results.add(definition(v)));
        carried.forEach(v -> results.add(definition(v)));
        return For.of(loop.kind(), index, start, stop, step, body, loop.origin())
                .carrying(iterArgs, results)
                .withAttrs(attributes(loop.attrs()));
    }

    /// The body with more values at the end of what it yields.
    private Stmt yielding(Stmt body, Set<Var> more, Map<Var, Var> at) {
        if (more.isEmpty()) {
            return body;
        }
        var steps = new ArrayList<>(Seq.steps(body));
        var values = new ArrayList<Expr>();
        if (!steps.isEmpty() && steps.getLast() instanceof Yield yield) {
            steps.removeLast();
            values.addAll(yield.values());
        }
        more.forEach(v -> values.add(value(at, v)));
        steps.add(new Yield(values, Origin.none()));
        return Seq.of(steps, body.origin());
    }

    private static boolean ends(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        return !steps.isEmpty() && steps.getLast() instanceof Return;
    }

    static boolean applies(Function function) {
        boolean[] applies = {true};
        Walk.each(
                function.body(),
                s -> applies[0] &= !(s instanceof sectile.ir.stmt.Break
                        || s instanceof sectile.ir.stmt.Continue
                        || s instanceof sectile.ir.stmt.While));
        return applies[0];
    }
}
