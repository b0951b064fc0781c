package sectile.compiler.passes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Call;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// Which tensors of a kernel become tiles: what it computes, and what is seen of that. Parameters, created tensors and
/// what is seen of them stay in global memory. A value that may be either is a tile.
final class TileValues {
    private final Set<Var> tiles = new HashSet<>();
    private boolean changed;

    private TileValues() {}

    static TileValues of(Function kernel) {
        var values = new TileValues();
        do {
            values.changed = false;
            Walk.each(kernel.body(), values::visit);
        } while (values.changed);
        return values;
    }

    boolean isTile(Expr expr) {
        return switch (expr) {
            case Var variable -> tiles.contains(variable);
            case TupleGet get -> isTile(get.tuple());
            case OpCall call
            when call.op().computes() ->
                call.op().reuses() < 0 || isTile(call.args().get(call.op().reuses()));
            case OpCall call
            when call.op().reuses() >= 0 -> isTile(call.args().get(call.op().reuses()));
            case OpCall call
            when call.op().viewOf() >= 0 -> isTile(call.args().get(call.op().viewOf()));
            case Dim _, Constant _, Arithmetic _, MakeTuple _, Absent _, Call _, Submit _ -> false;
        };
    }

    private void visit(Stmt statement) {
        switch (statement) {
            case Assign assign -> holds(assign.target(), assign.value());
            case If branch -> {
                results(branch.results(), branch.then());
                results(branch.results(), branch.otherwise());
            }
            case For loop -> carried(loop.iterArgs(), loop.results(), loop.body());
            case While loop -> carried(loop.iterArgs(), loop.results(), loop.body());
            case Eval _, Yield _, Jump _, Seq _, Scope _ -> {}
        }
    }

    private void carried(List<IterArg> args, List<Var> results, Stmt body) {
        args.forEach(a -> holds(a.variable(), a.init()));
        results(args.stream().map(IterArg::variable).toList(), body);
        for (int i = 0; i < results.size(); i++) {
            holds(results.get(i), args.get(i).variable());
        }
    }

    private void results(List<Var> results, Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        if (!results.isEmpty() && !steps.isEmpty() && steps.getLast() instanceof Yield yield) {
            for (int i = 0; i < results.size(); i++) {
                holds(results.get(i), yield.values().get(i));
            }
        }
    }

    private void holds(Var variable, Expr value) {
        boolean possible = variable.type() instanceof TensorType || variable.type() instanceof TupleType;
        if (possible && isTile(value)) {
            changed |= tiles.add(variable);
        }
    }
}
