package sectile.compiler.passes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.rewrite.UseDef;
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

/// Gives every definition of a variable a version of its own. What a branch or a loop changes and what is read later,
/// it yields.
final class Versions extends Rewriter {
    private final FreshNames names;
    private final LastUses lastUses;
    private final Diagnostics diagnostics;
    private final Set<Var> defined = new HashSet<>();
    private final Map<Var, Var> current = new HashMap<>();
    /// What was changed since a point, to go back to it without copying the map.
    private final Deque<Change> changes = new ArrayDeque<>();

    private int loops;

    private record Change(Var variable, @Nullable Var before) {}

    Versions(Function function, Diagnostics diagnostics) {
        this.names = FreshNames.of(function);
        this.lastUses = LastUses.of(function.body());
        this.diagnostics = diagnostics;
    }

    @Override
    protected Expr use(Var variable) {
        return current.getOrDefault(variable, variable);
    }

    @Override
    protected Var definition(Var variable) {
        Var retyped = define(variable);
        Var version = defined.add(variable) ? retyped : names.like(retyped);
        set(variable, version);
        return version;
    }

    private void set(Var variable, Var version) {
        changes.push(new Change(variable, current.put(variable, version)));
    }

    /// Goes back to an earlier point, and says which versions there were.
    private Map<Var, Var> undo(int mark) {
        var last = new LinkedHashMap<Var, Var>();
        while (changes.size() > mark) {
            Change change = changes.pop();
            last.putIfAbsent(change.variable, Objects.requireNonNull(current.get(change.variable)));
            if (change.before == null) {
                current.remove(change.variable);
            } else {
                current.put(change.variable, change.before);
            }
        }
        return last;
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (statement) {
            case If branch -> branch(branch);
            case For loop -> loop(loop);
            case While loop -> loop(loop);
            case Stmt other -> descend(other);
        };
    }

    /// Whether a variable may be read after a statement, or in the next iteration of a loop around it.
    private boolean matters(Var variable, Stmt statement) {
        return loops > 0 || lastUses.isUsedAfter(variable, statement);
    }

    private Stmt branch(If branch) {
        Expr condition = expression(branch.condition());
        int mark = changes.size();
        Stmt then = statement(branch.then());
        Map<Var, Var> afterThen = undo(mark);
        Stmt otherwise = statement(branch.otherwise());
        Map<Var, Var> afterElse = undo(mark);
        if (ends(then) || ends(otherwise)) {
            if (!(ends(then) && ends(otherwise))) {
                (ends(then) ? afterElse : afterThen).forEach(this::set);
            }
            return new If(condition, then, otherwise, branch.results(), branch.origin());
        }
        List<Var> changed = new ArrayList<>();
        for (Var variable : UseDef.of(branch).defined()) {
            boolean always = version(afterThen, variable) != null && version(afterElse, variable) != null;
            if (always && version(afterThen, variable) != version(afterElse, variable) && matters(variable, branch)) {
                changed.add(variable);
            }
        }
        List<Var> results =
                new ArrayList<>(branch.results().stream().map(this::definition).toList());
        Stmt yieldingThen = yielding(then, changed, v -> value(afterThen, v));
        Stmt yieldingElse = yielding(otherwise, changed, v -> value(afterElse, v));
        changed.forEach(v -> results.add(definition(v)));
        return new If(condition, yieldingThen, yieldingElse, results, branch.origin());
    }

    private @Nullable Var version(Map<Var, Var> changed, Var variable) {
        Var own = changed.get(variable);
        return own == null ? current.get(variable) : own;
    }

    private Var value(Map<Var, Var> changed, Var variable) {
        return Objects.requireNonNull(version(changed, variable));
    }

    private Stmt loop(For loop) {
        Expr start = expression(loop.start());
        Expr stop = expression(loop.stop());
        Expr step = expression(loop.step());
        List<Stmt> before = new ArrayList<>();
        Carried carried = carried(loop, loop.body(), loop.iterArgs(), loop.results(), before);
        int mark = changes.size();
        List<IterArg> args = carried.enter();
        Var index = definition(loop.index());
        Stmt body = carried.body(loop.body());
        undo(mark);
        before.add(For.of(loop.kind(), index, start, stop, step, body, loop.origin())
                .carrying(args, carried.leave())
                .withAttrs(attributes(loop.attrs())));
        return Seq.of(before, loop.origin());
    }

    private Stmt loop(While loop) {
        List<Stmt> before = new ArrayList<>();
        Carried carried = carried(loop, loop.body(), loop.iterArgs(), loop.results(), before);
        int mark = changes.size();
        List<IterArg> args = carried.enter();
        Expr condition = expression(loop.condition());
        Stmt body = carried.body(loop.body());
        undo(mark);
        before.add(new While(condition, args, body, carried.leave(), loop.origin()));
        return Seq.of(before, loop.origin());
    }

    /// What a loop carries: its own values, and the variables it changes.
    private Carried carried(Stmt loop, Stmt body, List<IterArg> args, List<Var> results, List<Stmt> before) {
        Set<Var> changed = new LinkedHashSet<>();
        Set<Var> free = null;
        for (Var variable : UseDef.of(body).defined()) {
            if (current.containsKey(variable)) {
                if (free == null) {
                    free = LastUses.readFirst(loop);
                }
                if (matters(variable, loop) || free.contains(variable)) {
                    changed.add(variable);
                }
            } else if (lastUses.isUsedAfter(variable, loop) && lastUses.isAssignedIn(body, variable)) {
                // The loop certainly runs, else the variable could not be used: any first value will do.
                Expr first = FirstValues.of(variable, diagnostics);
                if (first != null) {
                    Var version = definition(variable);
                    before.add(new Assign(version, first, loop.origin()));
                    changed.add(variable);
                }
            }
        }
        var all = new ArrayList<IterArg>();
        args.forEach(a -> all.add(new IterArg(a.variable(), expression(a.init()))));
        changed.forEach(v -> all.add(new IterArg(v, Objects.requireNonNull(current.get(v)))));
        return new Carried(all, args, results, changed);
    }

    private final class Carried {
        private final List<IterArg> all;
        private final List<IterArg> own;
        private final List<Var> results;
        private final Set<Var> changed;

        Carried(List<IterArg> all, List<IterArg> own, List<Var> results, Set<Var> changed) {
            this.all = all;
            this.own = own;
            this.results = results;
            this.changed = changed;
        }

        List<IterArg> enter() {
            return all.stream()
                    .map(a -> new IterArg(definition(a.variable()), a.init()))
                    .toList();
        }

        Stmt body(Stmt body) {
            loops++;
            Stmt inner = statement(body);
            loops--;
            return yielding(inner, changed, v -> Objects.requireNonNull(current.get(v)));
        }

        List<Var> leave() {
            var outer = new ArrayList<Var>();
            if (results.isEmpty() && !changed.isEmpty()) {
                own.forEach(a -> outer.add(names.like(define(a.variable()))));
            }
            results.forEach(v -> outer.add(definition(v)));
            changed.forEach(v -> outer.add(definition(v)));
            return outer;
        }
    }

    /// The body with more values at the end of what it yields.
    private Stmt yielding(Stmt body, java.util.Collection<Var> more, java.util.function.Function<Var, Var> value) {
        if (more.isEmpty()) {
            return body;
        }
        var steps = new ArrayList<>(Seq.steps(body));
        var values = new ArrayList<Expr>();
        Origin origin = body.origin();
        if (!steps.isEmpty() && steps.getLast() instanceof Yield yield) {
            steps.removeLast();
            values.addAll(yield.values());
            origin = yield.origin();
        }
        more.forEach(v -> values.add(value.apply(v)));
        steps.add(new Yield(values, origin));
        return Seq.of(steps, body.origin());
    }

    private static boolean ends(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        return !steps.isEmpty()
                && switch (steps.getLast()) {
                    case Return ret -> true;
                    case If branch -> ends(branch.then()) && ends(branch.otherwise());
                    case Assign _, Eval _, Yield _, Break _, Continue _, Seq _, For _, While _, Scope _ -> false;
                };
    }
}
