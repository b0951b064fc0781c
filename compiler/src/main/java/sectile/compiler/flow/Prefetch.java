package sectile.compiler.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreeVariables;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Substitution;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.For;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.ForKind;

/// A pipelined loop as a plain one that carries the tiles of its next iterations: what an iteration computes
/// with was loaded before, and it begins with the loads of a later one.
public final class Prefetch {
    private final Roots roots;
    private final FreshNames names;

    private Prefetch(Roots roots, FreshNames names) {
        this.roots = roots;
        this.names = names;
    }

    public static Prefetch in(Function function) {
        return new Prefetch(Roots.of(function, name -> java.util.Optional.empty()), FreshNames.of(function));
    }

    /// The steps that replace the loop. Without loads that can be moved, or with bounds that are only known at run
    /// time,
    /// it becomes a sequential loop.
    public Stmt lowered(For loop) {
        For plain = loop.withKind(ForKind.SEQUENTIAL).withAttrs(loop.attrs().without("stage"));
        long stages = loop.attrs().find("stage").orElse(null) instanceof Attr.Int stage ? stage.value() : 2;
        OptionalLong start = Dims.constant(loop.start());
        OptionalLong stop = Dims.constant(loop.stop());
        OptionalLong step = Dims.constant(loop.step());
        boolean known = start.isPresent() && stop.isPresent() && step.isPresent() && step.getAsLong() > 0;
        if (!known || stages < 2 || start.getAsLong() >= stop.getAsLong() || jumps(loop.body())) {
            return plain;
        }
        long last =
                start.getAsLong() + (stop.getAsLong() - start.getAsLong() - 1) / step.getAsLong() * step.getAsLong();
        List<Assign> ahead = ahead(loop);
        List<Var> loaded = ahead.stream()
                .filter(a -> a.target().type() instanceof TileType)
                .map(Assign::target)
                .toList();
        if (loaded.isEmpty()) {
            return plain;
        }
        return rotated(plain, ahead, loaded, (int) stages - 1, start.getAsLong(), step.getAsLong(), last);
    }

    private static boolean jumps(Stmt body) {
        boolean[] found = {false};
        Walk.each(body, s -> found[0] |= s instanceof Break || s instanceof Continue || s instanceof Return);
        return found[0];
    }

    /// Loads whose region depends on the index alone, from memory that the loop does not write, and the
    /// scalars of it.
    private List<Assign> ahead(For loop) {
        Set<Var> inside = new HashSet<>();
        loop.iterArgs().forEach(a -> inside.add(a.variable()));
        Set<Var> written = new HashSet<>();
        Walk.each(loop.body(), s -> inside.addAll(Walk.definitions(s)));
        Walk.eachExpression(loop.body(), e -> {
            if (e instanceof OpCall call) {
                for (int i = 0; i < call.args().size(); i++) {
                    Var root = roots.of(call.args().get(i));
                    if (root != null
                            && call.op()
                                    .effect(call.op().operands().get(i), call.attrs())
                                    .writes()) {
                        written.add(root);
                    }
                }
            }
        });
        var ahead = new ArrayList<Assign>();
        for (Stmt step : Seq.steps(loop.body())) {
            if (step instanceof Assign assign && canMove(assign, inside, written)) {
                ahead.add(assign);
                inside.remove(assign.target());
            }
        }
        return ahead;
    }

    private boolean canMove(Assign assign, Set<Var> inside, Set<Var> written) {
        if (FreeVariables.of(assign.value()).stream().anyMatch(inside::contains)) {
            return false;
        }
        return switch (assign.value()) {
            case Binary _, Unary _, Cast _ -> assign.target().type() instanceof ScalarType;
            case OpCall call
            when call.op().semantics() instanceof Semantics.View ->
                !(call.args().getFirst().type() instanceof TileType);
            case OpCall call ->
                call.op().semantics() == Semantics.Move.LOAD
                        && !written.contains(roots.of(call.args().getFirst()));
            case Var _, Dim _, Constant _, MakeTuple _, TupleGet _, Absent _, FunctionCall _, Submit _ -> false;
        };
    }

    private Stmt rotated(
            For loop, List<Assign> ahead, List<Var> loaded, int distance, long start, long step, long last) {
        Origin origin = loop.origin();
        var steps = new ArrayList<Stmt>();
        List<IterArg> carried = new ArrayList<>(loop.iterArgs());
        List<Map<Var, Var>> sets = new ArrayList<>();
        for (int d = 0; d < distance; d++) {
            Map<Var, Var> first = copied(ahead, loop.index(), ConstInt.index(Math.min(start + d * step, last)), steps);
            Map<Var, Var> set = new LinkedHashMap<>();
            for (Var tile : loaded) {
                Var variable = names.like(tile);
                carried.add(new IterArg(variable, java.util.Objects.requireNonNull(first.get(tile))));
                set.put(tile, variable);
            }
            sets.add(set);
        }
        var body = new ArrayList<Stmt>();
        Expr later = Binary.of(
                BinaryOp.MIN, Dims.add(loop.index(), ConstInt.index(distance * step)), ConstInt.index(last), origin);
        Var next = names.variable(loop.index().name() + "_ahead", later.type(), origin);
        body.add(new Assign(next, later, origin));
        sets.add(copied(ahead, loop.index(), next, body));
        Set<Stmt> moved = new HashSet<>();
        ahead.stream().filter(a -> loaded.contains(a.target())).forEach(moved::add);
        List<Expr> yields = new ArrayList<>();
        Substitution current = Substitution.of(sets.getFirst());
        for (Stmt stepInside : Seq.steps(loop.body())) {
            if (stepInside instanceof Yield yield) {
                yield.values().forEach(v -> yields.add(current.expression(v)));
            } else if (!moved.contains(stepInside)) {
                body.add(current.statement(stepInside));
            }
        }
        for (int d = 1; d <= distance; d++) {
            Map<Var, Var> set = sets.get(d);
            loaded.forEach(tile -> yields.add(java.util.Objects.requireNonNull(set.get(tile))));
        }
        body.add(new Yield(yields, origin));
        List<Var> results = new ArrayList<>();
        for (int i = 0; i < carried.size(); i++) {
            results.add(
                    i < loop.results().size()
                            ? loop.results().get(i)
                            : names.like(carried.get(i).variable()));
        }
        steps.add(loop.withBody(Seq.of(body, loop.body().origin())).carrying(carried, results));
        return Seq.of(steps, origin);
    }

    /// The statements for another value of the index, with variables of their own.
    private Map<Var, Var> copied(List<Assign> ahead, Var index, Expr value, List<Stmt> into) {
        Map<Var, Expr> known = new HashMap<>(Map.of(index, value));
        Map<Var, Var> copies = new LinkedHashMap<>();
        for (Assign assign : ahead) {
            Expr changed = Substitution.of(known).expression(assign.value());
            Var copy = names.like(assign.target());
            into.add(new Assign(copy, changed, assign.origin()));
            known.put(assign.target(), copy);
            copies.put(assign.target(), copy);
        }
        return copies;
    }
}
