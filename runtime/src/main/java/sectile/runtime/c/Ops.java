package sectile.runtime.c;

import java.util.List;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;
import sectile.runtime.c.Value.Kind;

/// Calls of ops, by what they are.
final class Ops {
    private final Expressions expressions;

    Ops(Expressions expressions) {
        this.expressions = expressions;
    }

    void emit(OpCall call, List<Value> targets) {
        if (call.args().stream().noneMatch(arg -> isAmong(arg, targets))) {
            compute(call, targets);
            return;
        }
        // `t = pl.exp(t)`: what an op reads stays as it is until the op has ended.
        List<Value> made = targets.stream()
                .map(target -> expressions.slots().fresh(target.kind(), target.name()))
                .toList();
        compute(call, made);
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i).kind() == Kind.ARRAY) {
                expressions
                        .code()
                        .line("sx_take(c, " + targets.get(i).text() + ", "
                                + made.get(i).text() + ");");
            } else {
                expressions.assign(targets.get(i), made.get(i));
            }
        }
    }

    private boolean isAmong(Expr arg, List<Value> targets) {
        return arg instanceof Var variable
                && expressions.slots().of(variable).stream()
                        .anyMatch(part -> targets.stream()
                                .anyMatch(target -> target.text().equals(part.text())));
    }

    private void compute(OpCall call, List<Value> targets) {
        var op = new OpContext(expressions, call, targets);
        expressions.at(call.span());
        if (!reportsAccesses(call.op().semantics())) {
            guard(op);
        }
        switch (call.op().semantics()) {
            case Semantics.Elementwise elementwise -> ComputeOps.elementwise(op, elementwise);
            case Semantics.Reduce reduce -> ComputeOps.reduce(op, reduce);
            case Semantics.Contract contract -> ComputeOps.contract(op, contract);
            case Semantics.View view -> MoveOps.view(op, view);
            case Semantics.Move move -> MoveOps.move(op, move);
            case Semantics.Rearrange rearrange -> MoveOps.rearrange(op, rearrange);
            case Semantics.Create create -> MoveOps.create(op, create);
            case Semantics.Element element -> IndexOps.element(op, element);
            case Semantics.Gather gather -> IndexOps.gather(op, gather);
            case Semantics.Scatter scatter -> IndexOps.scatter(op, scatter);
            case Semantics.Sort sort -> IndexOps.sort(op, sort);
            case Semantics.Access access -> RankOps.access(op, access);
            case Semantics.Signal signal -> RankOps.signal(op, signal);
            case Semantics.Collective collective -> RankOps.collective(op, collective);
            case Semantics.Synchronise synchronise -> CoreOps.synchronise(op, synchronise);
            case Semantics.Pipe pipe -> CoreOps.pipe(op, pipe);
            case Semantics.Lanes lanes -> CoreOps.lanes(op, lanes);
            case Semantics.Query query -> HostOps.query(op, query);
            case Semantics.Task task -> HostOps.task(op, task);
            case Semantics.Scalars scalars -> HostOps.scalars(op, scalars);
            case Semantics.Prefetch prefetch -> HostOps.prefetch(op, prefetch);
            case Semantics.Window window -> HostOps.window(op, window);
            case Semantics.Reserve reserve -> HostOps.reserve(op, reserve);
        }
    }

    /// Whether the runtime's function waits by itself for tasks that use the same memory, part by part.
    private static boolean reportsAccesses(Semantics semantics) {
        return switch (semantics) {
            case Semantics.Move move -> move != Semantics.Move.RELOCATE && move != Semantics.Move.EXTRACT;
            case Semantics.Element element -> true;
            case Semantics.Gather gather -> gather == Semantics.Gather.MEMORY;
            case Semantics.Scatter scatter -> scatter == Semantics.Scatter.MEMORY;
            case Semantics.Remote remote -> true;
            case Semantics.Collective collective -> true;
            case Semantics.View view -> true;
            case Semantics.Query query -> true;
            case Semantics.Host host -> true;
            case Semantics.Synchronise synchronise -> true;
            case Semantics.Create create -> true;
            case Semantics.Elementwise e -> false;
            case Semantics.Reduce r -> false;
            case Semantics.Contract c -> false;
            case Semantics.Rearrange r -> false;
            case Semantics.Sort s -> false;
            case Semantics.Pipe p -> false;
            case Semantics.Lanes l -> false;
        };
    }

    private static void guard(OpContext op) {
        OpCall call = op.call();
        for (int i = 0; i < call.args().size(); i++) {
            Effect effect = call.op().effect(call.op().operands().get(i), call.attrs());
            boolean global = op.arg(i).type() instanceof Shaped && !(op.arg(i).type() instanceof TileType);
            if (effect != Effect.NONE && global) {
                op.line("sx_guard(c, " + op.data(i) + ", " + effect.writes() + ");");
            }
        }
    }
}
