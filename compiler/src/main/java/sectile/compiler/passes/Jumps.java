package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
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
import sectile.ir.symbol.DataType;

/// Loops without `break` and `continue`. What a jump skips is guarded: by the branch that does not jump where that is
/// known, else by a variable that says whether the iteration still runs.
final class Jumps {
    private final FreshNames names;

    Jumps(FreshNames names) {
        this.names = names;
    }

    /// Whether a body jumps out of, or to the next iteration of, the loop around it.
    static boolean in(Stmt body) {
        return switch (body) {
            case Break b -> true;
            case Continue c -> true;
            case Seq seq -> seq.steps().stream().anyMatch(Jumps::in);
            case If branch -> in(branch.then()) || in(branch.otherwise());
            case Scope scope -> in(scope.body());
            case Assign _, Eval _, Yield _, Return _, For _, While _ -> false;
        };
    }

    private static boolean breaks(Stmt body) {
        return switch (body) {
            case Break b -> true;
            case Seq seq -> seq.steps().stream().anyMatch(Jumps::breaks);
            case If branch -> breaks(branch.then()) || breaks(branch.otherwise());
            case Scope scope -> breaks(scope.body());
            case Assign _, Eval _, Yield _, Return _, Continue _, For _, While _ -> false;
        };
    }

    /// What runs before a loop, and last the loop without jumps. Values that the loop carried are variables.
    Stmt structured(For loop) {
        var steps = new ArrayList<Stmt>();
        loop.iterArgs().forEach(a -> steps.add(new Assign(a.variable(), a.init(), loop.origin())));
        var flags = new Flags(breaks(loop.body()) ? flag("running") : null);
        Stmt body = flags.body(loop.iterArgs(), loop.body());
        if (flags.running != null) {
            steps.add(set(flags.running, true, loop.origin()));
            body = new If(flags.running, body, Seq.EMPTY, List.of(), loop.origin());
        }
        For plain = loop.carrying(List.of(), List.of()).withBody(body);
        return after(steps, plain, loop.iterArgs(), loop.results());
    }

    Stmt structured(While loop) {
        var steps = new ArrayList<Stmt>();
        loop.iterArgs().forEach(a -> steps.add(new Assign(a.variable(), a.init(), loop.origin())));
        var flags = new Flags(breaks(loop.body()) ? flag("running") : null);
        Stmt body = flags.body(loop.iterArgs(), loop.body());
        Expr condition = loop.condition();
        if (flags.running != null) {
            Origin origin = loop.condition().origin();
            Var again = flag("again");
            steps.add(set(flags.running, true, loop.origin()));
            steps.add(new Assign(again, condition, origin));
            var inside = new ArrayList<>(Seq.steps(body));
            inside.add(new If(
                    flags.running, new Assign(again, condition, origin), set(again, false, origin), List.of(), origin));
            body = Seq.of(inside, body.origin());
            condition = again;
        }
        return after(
                steps,
                new While(condition, List.of(), body, List.of(), loop.origin()),
                loop.iterArgs(),
                loop.results());
    }

    private static Stmt after(List<Stmt> steps, Stmt loop, List<IterArg> args, List<Var> results) {
        steps.add(loop);
        for (int i = 0; i < results.size(); i++) {
            steps.add(new Assign(results.get(i), args.get(i).variable(), loop.origin()));
        }
        return Seq.of(steps, loop.origin());
    }

    private Var flag(String name) {
        return names.variable(name, ScalarType.of(DataType.BOOL), Origin.none());
    }

    private static Stmt set(Var flag, boolean value, Origin origin) {
        return new Assign(flag, new ConstBool(value, origin), origin);
    }

    /// The body of one loop.
    private final class Flags {
        /// Whether the loop still runs; null if nothing leaves it early.
        private final @org.jspecify.annotations.Nullable Var running;
        /// Whether the iteration still runs; null until it is needed.
        private @org.jspecify.annotations.Nullable Var live;

        Flags(@org.jspecify.annotations.Nullable Var running) {
            this.running = running;
        }

        Stmt body(List<IterArg> args, Stmt body) {
            List<Stmt> steps = steps(Seq.steps(body), args);
            if (live != null) {
                steps.addFirst(set(live, true, body.origin()));
            }
            return Seq.of(steps, body.origin());
        }

        /// @param carried the variables that a yield at the end of these steps sets
        private List<Stmt> steps(List<Stmt> steps, List<IterArg> carried) {
            var result = new ArrayList<Stmt>();
            for (int i = 0; i < steps.size(); i++) {
                Stmt step = steps.get(i);
                List<Stmt> rest = steps.subList(i + 1, steps.size());
                switch (step) {
                    case Continue next -> {
                        result.addAll(dead(next.origin()));
                        return result;
                    }
                    case Break leave -> {
                        if (running != null) {
                            result.add(set(running, false, leave.origin()));
                        }
                        result.addAll(dead(leave.origin()));
                        return result;
                    }
                    case Yield yield
                    when rest.isEmpty() && !carried.isEmpty() -> {
                        result.addAll(
                                assigned(carried.stream().map(IterArg::variable).toList(), yield));
                        return result;
                    }
                    case If branch
                    when in(branch) -> {
                        result.addAll(branch(branch, rest, carried));
                        return result;
                    }
                    case Scope scope
                    when in(scope) -> {
                        Var guard = live();
                        result.add(scope.withBody(Seq.of(steps(Seq.steps(scope.body()), List.of()), scope.origin())));
                        result.addAll(guarded(guard, rest, carried, scope.origin()));
                        return result;
                    }
                    case Assign _, Eval _, Yield _, Return _, Seq _, If _, For _, While _, Scope _ -> result.add(step);
                }
            }
            return result;
        }

        private List<Stmt> branch(If branch, List<Stmt> rest, List<IterArg> carried) {
            if (ends(branch.then()) || ends(branch.otherwise())) {
                // What follows belongs to the path that does not jump.
                boolean then = ends(branch.then());
                List<Stmt> kept = new ArrayList<>(demoted(branch, then ? branch.otherwise() : branch.then()));
                kept.addAll(rest);
                Stmt jumping =
                        Seq.of(steps(Seq.steps(then ? branch.then() : branch.otherwise()), List.of()), branch.origin());
                Stmt other = Seq.of(steps(kept, carried), branch.origin());
                return List.of(new If(
                        branch.condition(),
                        then ? jumping : other,
                        then ? other : jumping,
                        List.of(),
                        branch.origin()));
            }
            Var guard = live();
            var result = new ArrayList<Stmt>();
            result.add(new If(
                    branch.condition(),
                    Seq.of(steps(demoted(branch, branch.then()), List.of()), branch.origin()),
                    Seq.of(steps(demoted(branch, branch.otherwise()), List.of()), branch.origin()),
                    List.of(),
                    branch.origin()));
            result.addAll(guarded(guard, rest, carried, branch.origin()));
            return result;
        }

        private List<Stmt> guarded(Var guard, List<Stmt> rest, List<IterArg> carried, Origin origin) {
            return rest.isEmpty()
                    ? List.of()
                    : List.of(new If(guard, Seq.of(steps(rest, carried), origin), Seq.EMPTY, List.of(), origin));
        }

        private Var live() {
            if (live == null) {
                live = flag("live");
            }
            return live;
        }

        private List<Stmt> dead(Origin origin) {
            return live == null ? List.of() : List.of(set(live, false, origin));
        }
    }

    private static boolean ends(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        return !steps.isEmpty()
                && switch (steps.getLast()) {
                    case Break b -> true;
                    case Continue c -> true;
                    case If branch -> ends(branch.then()) && ends(branch.otherwise());
                    case Assign _, Eval _, Yield _, Return _, Seq _, For _, While _, Scope _ -> false;
                };
    }

    /// A branch that assigns the results instead of yielding them.
    private List<Stmt> demoted(If branch, Stmt body) {
        List<Stmt> steps = new ArrayList<>(Seq.steps(body));
        if (!branch.results().isEmpty() && !steps.isEmpty() && steps.getLast() instanceof Yield yield) {
            steps.removeLast();
            steps.addAll(assigned(branch.results(), yield));
        }
        return steps;
    }

    /// All values are computed before any is assigned.
    private List<Stmt> assigned(List<Var> targets, Yield yield) {
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
            steps.add(new Assign(targets.get(i), values.get(i), yield.origin()));
        }
        return steps;
    }
}
