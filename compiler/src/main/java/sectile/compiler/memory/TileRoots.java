package sectile.compiler.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// Which tiles lie in the memory of another one. Unlike what a tensor is, a tile that a loop carries has memory of its
/// own, into which initial and yielded values are copied.
final class TileRoots {
    private final Map<Var, Var> roots = new HashMap<>();

    private TileRoots() {}

    static TileRoots of(Function function) {
        var found = new TileRoots();
        Walk.each(function.body(), statement -> {
            switch (statement) {
                case Assign assign -> found.is(assign.target(), assign.value());
                case For loop -> found.results(loop.results(), loop.iterArgs());
                case While loop -> found.results(loop.results(), loop.iterArgs());
                case Eval _, Yield _, Jump _, Seq _, If _, Scope _ -> {}
            }
        });
        return found;
    }

    private void results(List<Var> results, List<IterArg> iterArgs) {
        for (int i = 0; i < results.size(); i++) {
            is(results.get(i), iterArgs.get(i).variable());
        }
    }

    private void is(Var variable, Expr value) {
        Var root = root(value);
        if (root != null && variable.type() instanceof TileType && root.type() instanceof TileType) {
            roots.put(variable, root);
        }
    }

    private @Nullable Var root(Expr value) {
        return switch (value) {
            case Var variable -> of(variable);
            case OpCall call
            when call.op().reuses() >= 0 -> root(call.args().get(call.op().reuses()));
            case OpCall call
            when call.op().viewOf() >= 0 -> root(call.args().get(call.op().viewOf()));
            case Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> null;
        };
    }

    Var of(Var variable) {
        return roots.getOrDefault(variable, variable);
    }
}
