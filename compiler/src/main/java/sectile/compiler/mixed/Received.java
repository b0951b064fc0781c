package sectile.compiler.mixed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Call;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.rewrite.FreeVariables;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;

/// Returns the slots of received tiles: after the last use of the tile or of a view of it. A tile that is used after
/// the block it arrives in is copied, and its slot returned at once.
final class Received {
    private Received() {}

    /// One received tile: where it was last used, and whether it is used after the block.
    private static final class Arrival {
        private final Assign pop;
        private int last;
        private boolean escapes;

        Arrival(Assign pop, int at) {
            this.pop = pop;
            this.last = at;
        }
    }

    static List<Stmt> freed(List<Stmt> steps, Side side, FreshNames names) {
        Map<Var, Arrival> aliases = new HashMap<>();
        IdentityHashMap<Stmt, Arrival> arrivals = new IdentityHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            int at = i;
            Stmt step = steps.get(i);
            variables(step, variable -> {
                Arrival used = aliases.get(variable);
                if (used != null) {
                    used.last = at;
                    used.escapes |= step instanceof Yield || step instanceof Return;
                }
            });
            Walk.each(step, inner -> {
                Arrival source = inner instanceof Assign assign ? aliased(assign.value(), aliases) : null;
                if (source != null) {
                    aliases.put(((Assign) inner).target(), source);
                }
            });
            if (step instanceof Assign assign
                    && assign.value() instanceof OpCall call
                    && call.op().semantics() instanceof Semantics.Pop) {
                var arrival = new Arrival(assign, i);
                aliases.put(assign.target(), arrival);
                arrivals.put(step, arrival);
            }
        }
        return arrivals.isEmpty() ? steps : freed(steps, arrivals, side, names);
    }

    private static List<Stmt> freed(
            List<Stmt> steps, IdentityHashMap<Stmt, Arrival> arrivals, Side side, FreshNames names) {
        var result = new ArrayList<Stmt>();
        Map<Integer, Deque<Stmt>> after = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            Arrival arrival = arrivals.get(steps.get(i));
            if (arrival == null) {
                result.add(steps.get(i));
            } else if (arrival.escapes) {
                result.addAll(copied(arrival.pop, side, names));
            } else {
                result.add(steps.get(i));
                Stmt free =
                        new Eval(Pipes.free(side, arrival.pop.target(), arrival.pop.origin()), arrival.pop.origin());
                after.computeIfAbsent(arrival.last, l -> new ArrayDeque<>()).push(free);
            }
            result.addAll(after.getOrDefault(i, new ArrayDeque<>()));
        }
        return result;
    }

    private static List<Stmt> copied(Assign pop, Side side, FreshNames names) {
        TileType type = (TileType) pop.target().type();
        Var arrived = names.variable(pop.target().name() + "_in", type, pop.origin());
        Op move = Ops.standard().of(Semantics.Move.RELOCATE);
        Attrs attrs = Attrs.of("target_memory", new Attr.Sym(side.received()));
        return List.of(
                new Assign(arrived, pop.value(), pop.origin()),
                new Assign(pop.target(), move.call(List.of(arrived), attrs, pop.origin()), pop.origin()),
                new Eval(Pipes.free(side, arrived, pop.origin()), pop.origin()));
    }

    /// Every variable that a statement uses, also in types.
    private static void variables(Stmt step, Consumer<Var> each) {
        Walk.eachExpression(step, e -> {
            if (e instanceof Var variable) {
                each.accept(variable);
            }
        });
        FreeVariables.of(step).forEach(each);
    }

    private static @Nullable Arrival aliased(Expr value, Map<Var, Arrival> aliases) {
        return switch (value) {
            case Var variable -> aliases.get(variable);
            case OpCall call
            when call.op().reuses() >= 0 -> aliased(call.args().get(call.op().reuses()), aliases);
            case OpCall call
            when call.op().viewOf() >= 0 -> aliased(call.args().get(call.op().viewOf()), aliases);
            case Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> null;
        };
    }
}
