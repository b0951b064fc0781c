package sectile.compiler.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.For;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.While;

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
                default -> {}
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
            default -> null;
        };
    }

    Var of(Var variable) {
        return roots.getOrDefault(variable, variable);
    }
}
