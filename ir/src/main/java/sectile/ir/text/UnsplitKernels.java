package sectile.ir.text;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.symbol.SplitMode;

/// Functions with `attrs={"split": …}` are written for whole tiles, and the compiler halves them later. Until then,
/// what they send through pipes is whole as well, whatever `split=` says. Functions that ask which vector core they
/// run on are halved already.
final class UnsplitKernels {
    private static final String SPLIT = "split";

    private UnsplitKernels() {}

    static Program of(Program program) {
        List<Function> split = program.functions().stream()
                .filter(UnsplitKernels::asksForSplit)
                .toList();
        if (split.isEmpty() || split.stream().anyMatch(UnsplitKernels::knowsItsLane)) {
            return program;
        }
        return program.withFunctions(program.functions().stream()
                .map(f -> asksForSplit(f)
                        ? Rewriter.bottomUp(UnsplitKernels::whole, s -> s).function(f)
                        : f)
                .toList());
    }

    private static boolean asksForSplit(Function function) {
        return function.attrs().find(SPLIT).orElse(null) instanceof Attr.Sym symbol
                && symbol.value() instanceof SplitMode mode
                && mode != SplitMode.NONE;
    }

    private static boolean knowsItsLane(Function function) {
        var found = new AtomicBoolean();
        Walk.eachExpression(function.body(), e -> {
            if (e instanceof OpCall call
                    && (call.op().semantics() instanceof Semantics.Lanes
                            || call.op().semantics() == Semantics.Query.LANE_INDEX)) {
                found.set(true);
            }
        });
        return found.get();
    }

    private static Expr whole(Expr expr) {
        return expr instanceof OpCall call
                        && call.op().semantics() instanceof Semantics.Pipe
                        && call.op().isLaneAware(call.attrs())
                ? call.op().call(call.args(), call.attrs().without(SPLIT), call.origin())
                : expr;
    }
}
