package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    static List<Stmt> freed(List<Stmt> steps, Side side, FreshNames names) {
        var result = new ArrayList<>(steps);
        for (int i = 0; i < result.size(); i++) {
            if (result.get(i) instanceof Assign assign
                    && assign.value() instanceof OpCall call
                    && call.op().semantics() instanceof Semantics.Pop) {
                free(result, i, assign, side, names);
            }
        }
        return result;
    }

    private static void free(List<Stmt> steps, int at, Assign pop, Side side, FreshNames names) {
        Set<Var> aliases = new HashSet<>(Set.of(pop.target()));
        int last = at;
        boolean escapes = false;
        for (int i = at + 1; i < steps.size(); i++) {
            Stmt step = steps.get(i);
            if (uses(step, aliases)) {
                last = i;
                escapes |= step instanceof Yield || step instanceof Return;
            }
            Walk.each(step, inner -> {
                if (inner instanceof Assign assign && isAlias(assign.value(), aliases)) {
                    aliases.add(assign.target());
                }
            });
        }
        if (escapes) {
            copy(steps, at, pop, side, names);
        } else {
            steps.add(last + 1, new Eval(Pipes.free(side, pop.target(), pop.origin()), pop.origin()));
        }
    }

    private static void copy(List<Stmt> steps, int at, Assign pop, Side side, FreshNames names) {
        TileType type = (TileType) pop.target().type();
        Var arrived = names.variable(pop.target().name() + "_in", type, pop.origin());
        Op move = Ops.standard().of(Semantics.Move.RELOCATE);
        Attrs attrs = Attrs.of("target_memory", new Attr.Sym(side.received()));
        steps.set(at, new Assign(arrived, pop.value(), pop.origin()));
        steps.add(at + 1, new Assign(pop.target(), move.call(List.of(arrived), attrs, pop.origin()), pop.origin()));
        steps.add(at + 2, new Eval(Pipes.free(side, arrived, pop.origin()), pop.origin()));
    }

    private static boolean uses(Stmt step, Set<Var> aliases) {
        boolean[] found = {false};
        Walk.eachExpression(step, e -> found[0] |= e instanceof Var variable && aliases.contains(variable));
        return found[0] || FreeVariables.of(step).stream().anyMatch(aliases::contains);
    }

    private static boolean isAlias(Expr value, Set<Var> aliases) {
        return switch (value) {
            case Var variable -> aliases.contains(variable);
            case OpCall call
            when call.op().reuses() >= 0 -> isAlias(call.args().get(call.op().reuses()), aliases);
            case OpCall call
            when call.op().viewOf() >= 0 -> isAlias(call.args().get(call.op().viewOf()), aliases);
            case Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> false;
        };
    }
}
