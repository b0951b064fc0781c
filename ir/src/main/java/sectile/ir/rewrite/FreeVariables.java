package sectile.ir.rewrite;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
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

/// The variables that a part of a program may read before it assigns them: what it needs from outside.
///
/// A branch assigns what both sides assign, and a loop that may run no iteration assigns only its results. Types of
/// definitions and calls count as reads, where they occur; types of variables from outside do not.
public final class FreeVariables {
    /// Where a free variable was met.
    public interface Finding {
        /// `expr` is the whole expression that mentions the variable, `statement` where it occurs.
        void found(Var variable, Expr expr, Stmt statement);
    }

    private final Finding inValues;
    private final Finding inTypes;
    /// Loops of which either the first iteration or all others are looked at.
    private final Map<Var, Phase> phases = new HashMap<>();

    private FreeVariables(Finding inValues, Finding inTypes) {
        this.inValues = inValues;
        this.inTypes = inTypes;
    }

    /// In the order in which they are met.
    public static Set<Var> of(Stmt statement) {
        Set<Var> free = new LinkedHashSet<>();
        Finding add = (variable, expr, at) -> free.add(variable);
        new FreeVariables(add, add).statement(statement, new HashSet<>());
        return free;
    }

    public static Set<Var> of(Expr expr) {
        Set<Var> free = new LinkedHashSet<>();
        mentioned(expr, (variable, inType) -> free.add(variable));
        return free;
    }

    public static Set<Var> of(Type type) {
        Set<Var> free = new LinkedHashSet<>();
        Walk.expressions(type).forEach(e -> free.addAll(of(e)));
        return free;
    }

    /// Of a function: nothing, if the program is right.
    public static Set<Var> of(Function function) {
        Set<Var> free = new LinkedHashSet<>();
        Finding add = (variable, expr, at) -> free.add(variable);
        Set<Var> defined = new HashSet<>();
        for (Param param : function.params()) {
            Walk.expressions(param.type()).stream().map(FreeVariables::of).forEach(free::addAll);
            defined.add(param.variable());
        }
        free.removeAll(defined);
        new FreeVariables(add, add).statement(function.body(), defined);
        return free;
    }

    /// Reports every read of the function's values of a variable that may have no value there; not those in types.
    public static void eachUnassigned(Function function, Finding finding) {
        Set<Var> defined = new HashSet<>();
        function.params().stream().map(Param::variable).forEach(defined::add);
        new FreeVariables(finding, (variable, expr, statement) -> {}).statement(function.body(), defined);
    }

    /// Every variable that an expression mentions, with whether it is in the type of a call.
    private static void mentioned(Expr expr, BiConsumer<Var, Boolean> each) {
        Walk.each(expr, e -> {
            switch (e) {
                case Var variable -> each.accept(variable, false);
                case Call call -> of(call.type()).forEach(v -> each.accept(v, true));
                case Submit submit -> of(submit.type()).forEach(v -> each.accept(v, true));
                case Dim _, ConstInt _, ConstFloat _, ConstBool _, Absent _ -> {}
                case Binary _, Unary _, Cast _, MakeTuple _, TupleGet _ -> {}
            }
        });
    }

    /// Adds what the statement defines; false if nothing after it is reached.
    private boolean statement(Stmt statement, Set<Var> defined) {
        if (!(statement instanceof While)) {
            Walk.expressions(statement).forEach(e -> read(e, defined, statement));
        }
        return switch (statement) {
            case Assign assign -> {
                define(Set.of(assign.target()), defined, statement);
                yield true;
            }
            case Eval e -> true;
            case Yield y -> true;
            case Return r -> false;
            case Break b -> false;
            case Continue c -> false;
            case Seq seq -> seq.steps().stream().allMatch(step -> statement(step, defined));
            case If branch -> branch(branch, defined);
            case For loop -> {
                loop(loop, defined);
                yield true;
            }
            case While loop -> {
                loop(loop, defined);
                yield true;
            }
            case Scope scope -> {
                if (scope.index() != null) {
                    defined.add(scope.index());
                }
                statement(scope.body(), defined);
                if (scope.task() != null) {
                    defined.add(scope.task());
                }
                yield true;
            }
        };
    }

    private boolean branch(If branch, Set<Var> defined) {
        Optional<Boolean> known = decided(branch.condition());
        if (known.isPresent()) {
            boolean after = statement(known.get() ? branch.then() : branch.otherwise(), defined);
            define(branch.results(), defined, branch);
            return after;
        }
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
        define(branch.results(), defined, branch);
        return afterThen || afterElse;
    }

    /// What a condition on the index of a loop is, as far as the first iteration differs from the others: `i == 0` in
    /// a loop that starts at 0.
    private Optional<Boolean> decided(Expr condition) {
        if (!(condition instanceof Binary test) || !(test.lhs() instanceof Var index) || !phases.containsKey(index)) {
            return Optional.empty();
        }
        For loop = phases.get(index).loop();
        boolean first = phases.get(index).first();
        boolean start = test.rhs().equals(loop.start())
                || (Dims.constant(test.rhs()).isPresent()
                        && Dims.constant(test.rhs()).equals(Dims.constant(loop.start())));
        boolean up = Dims.constant(loop.step()).orElse(0) > 0;
        return switch (test.op()) {
            case EQ -> start ? Optional.of(first) : Optional.empty();
            case NE -> start ? Optional.of(!first) : Optional.empty();
            case GT -> start && up ? Optional.of(!first) : Optional.empty();
            case LE -> start && up ? Optional.of(first) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /// The iterations of a loop that are looked at: the first, or all others.
    private record Phase(For loop, boolean first) {}

    /// Whether a branch asks if this is the first iteration.
    private boolean differs(For loop) {
        boolean[] found = {false};
        phases.put(loop.index(), new Phase(loop, true));
        Walk.each(
                loop.body(),
                s -> found[0] |=
                        s instanceof If branch && decided(branch.condition()).isPresent());
        phases.remove(loop.index());
        return found[0];
    }

    private void loop(For loop, Set<Var> defined) {
        Set<Var> inside = new HashSet<>(defined);
        inside.add(loop.index());
        define(loop.iterArgs().stream().map(a -> a.variable()).toList(), inside, loop);
        if (differs(loop)) {
            phases.put(loop.index(), new Phase(loop, true));
            statement(loop.body(), inside);
            phases.put(loop.index(), new Phase(loop, false));
            statement(loop.body(), new HashSet<>(inside));
            phases.remove(loop.index());
        } else {
            statement(loop.body(), inside);
        }
        OptionalLong start = Dims.constant(loop.start());
        OptionalLong stop = Dims.constant(loop.stop());
        boolean runs = start.isPresent() && stop.isPresent() && start.getAsLong() < stop.getAsLong();
        if (runs && !jumps(loop.body())) {
            inside.remove(loop.index());
            loop.iterArgs().forEach(a -> inside.remove(a.variable()));
            defined.addAll(inside);
        }
        define(loop.results(), defined, loop);
    }

    private void loop(While loop, Set<Var> defined) {
        loop.iterArgs().forEach(a -> read(a.init(), defined, loop));
        Set<Var> inside = new HashSet<>(defined);
        define(loop.iterArgs().stream().map(a -> a.variable()).toList(), inside, loop);
        read(loop.condition(), inside, loop);
        statement(loop.body(), inside);
        define(loop.results(), defined, loop);
    }

    private static boolean jumps(Stmt body) {
        return Seq.steps(body).stream()
                .anyMatch(s -> s instanceof Break
                        || s instanceof Continue
                        || (s instanceof If i && (jumps(i.then()) || jumps(i.otherwise()))));
    }

    private void define(Collection<Var> variables, Set<Var> defined, Stmt statement) {
        for (Var variable : variables) {
            for (Expr part : Walk.expressions(variable.type())) {
                mentioned(part, (v, inType) -> report(inTypes, v, part, defined, statement));
            }
        }
        defined.addAll(variables);
    }

    private void read(Expr expr, Set<Var> defined, Stmt statement) {
        mentioned(expr, (v, inType) -> report(inType ? inTypes : inValues, v, expr, defined, statement));
    }

    private static void report(Finding finding, Var variable, Expr expr, Set<Var> defined, Stmt statement) {
        if (!defined.contains(variable)) {
            finding.found(variable, expr, statement);
        }
    }
}
