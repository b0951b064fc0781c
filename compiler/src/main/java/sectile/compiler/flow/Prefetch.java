package sectile.compiler.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import sectile.ir.rewrite.FreshCopy;
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
    /// time, it becomes a sequential loop.
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
        long count = Math.ceilDiv(stop.getAsLong() - start.getAsLong(), step.getAsLong());
        int distance = (int) Math.min(stages - 1, count - 1);
        List<Assign> ahead = ahead(loop);
        List<Var> loaded = ahead.stream()
                .filter(a -> a.target().type() instanceof TileType)
                .map(Assign::target)
                .toList();
        if (loaded.isEmpty() || distance == 0) {
            return plain;
        }
        return new Rotation(plain, ahead, loaded, start.getAsLong(), step.getAsLong(), count, distance).steps();
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

    /// A loop cut in three: the first loads, the iterations that load ahead, and those whose tiles are loaded.
    private final class Rotation {
        private final For loop;
        private final List<Assign> ahead;
        private final List<Var> loaded;
        private final long start;
        private final long step;
        private final long count;
        private final int distance;
        private final Origin origin;
        private final List<Stmt> steps = new ArrayList<>();

        Rotation(For loop, List<Assign> ahead, List<Var> loaded, long start, long step, long count, int distance) {
            this.loop = loop;
            this.ahead = ahead;
            this.loaded = loaded;
            this.start = start;
            this.step = step;
            this.count = count;
            this.distance = distance;
            this.origin = loop.origin();
        }

        Stmt steps() {
            List<Expr> values = last(steady(first()));
            for (int i = 0; i < loop.results().size(); i++) {
                steps.add(new Assign(loop.results().get(i), values.get(i), origin));
            }
            return Seq.of(steps, origin);
        }

        private ConstInt index(long iteration) {
            return ConstInt.index(start + iteration * step);
        }

        /// The loads of the first iterations.
        private List<Var> first() {
            var tiles = new ArrayList<Var>();
            for (int d = 0; d < distance; d++) {
                Map<Var, Var> set = copied(ahead, loop.index(), index(d), steps);
                loaded.forEach(tile -> tiles.add(Objects.requireNonNull(set.get(tile))));
            }
            return tiles;
        }

        /// The loop itself, without its last iterations. Returns what it carries out of it.
        private List<Var> steady(List<Var> first) {
            List<IterArg> carried = new ArrayList<>(loop.iterArgs());
            List<Var> arriving = new ArrayList<>();
            for (int i = 0; i < first.size(); i++) {
                Var variable = names.like(loaded.get(i % loaded.size()));
                carried.add(new IterArg(variable, first.get(i)));
                arriving.add(variable);
            }
            var body = new ArrayList<Stmt>();
            Expr later = Dims.add(loop.index(), ConstInt.index(distance * step));
            Var next = names.variable(loop.index().name() + "_ahead", later.type(), origin);
            body.add(new Assign(next, later, origin));
            Map<Var, Var> last = copied(ahead, loop.index(), next, body);
            loaded.forEach(tile -> arriving.add(Objects.requireNonNull(last.get(tile))));
            List<Expr> yields = new ArrayList<>(computation(tiles(arriving), body));
            yields.addAll(arriving.subList(loaded.size(), arriving.size()));
            body.add(new Yield(yields, origin));
            List<Var> results =
                    carried.stream().map(arg -> names.like(arg.variable())).toList();
            For shorter = loop.withBounds(loop.start(), index(count - distance), loop.step());
            steps.add(shorter.withBody(Seq.of(body, loop.body().origin())).carrying(carried, results));
            return results;
        }

        /// The iterations whose tiles are loaded, one after the other.
        private List<Expr> last(List<Var> carried) {
            int own = loop.iterArgs().size();
            List<Expr> values = new ArrayList<>(carried.subList(0, own));
            for (int d = 0; d < distance; d++) {
                Map<Var, Expr> known = tiles(carried.subList(own + d * loaded.size(), carried.size()));
                known.put(loop.index(), index(count - distance + d));
                for (int i = 0; i < own; i++) {
                    known.put(loop.iterArgs().get(i).variable(), values.get(i));
                }
                var body = new ArrayList<Stmt>();
                List<Expr> next = computation(known, body);
                body.add(new Yield(next, origin));
                List<Stmt> fresh = new ArrayList<>(Seq.steps(FreshCopy.of(Seq.of(body, origin), names)));
                values = ((Yield) fresh.removeLast()).values();
                steps.addAll(fresh);
            }
            return values;
        }

        private Map<Var, Expr> tiles(List<Var> arriving) {
            Map<Var, Expr> known = new HashMap<>();
            for (int i = 0; i < loaded.size(); i++) {
                known.put(loaded.get(i), arriving.get(i));
            }
            return known;
        }

        /// The body without the loads. Returns what it yields.
        private List<Expr> computation(Map<Var, Expr> known, List<Stmt> into) {
            Substitution current = Substitution.of(known);
            List<Expr> yields = List.of();
            for (Stmt inner : Seq.steps(loop.body())) {
                if (inner instanceof Yield yield) {
                    yields = yield.values().stream().map(current::expression).toList();
                } else if (!(inner instanceof Assign assign && loaded.contains(assign.target()))) {
                    into.add(current.statement(inner));
                }
            }
            return yields;
        }
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
