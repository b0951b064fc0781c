package sectile.compiler.collective;

import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.CollectiveMode;
import sectile.ir.symbol.ReduceOp;

/// Turns a collective of a kernel into loads, stores and signals.
public final class CollectiveLowering {
    private CollectiveLowering() {}

    /// The statements that do what the collective does. Its operands are variables.
    ///
    /// @param blocks whether the kernel may run on several blocks
    public static Stmt lower(OpCall call, Semantics.Collective collective, FreshNames names, boolean blocks) {
        return BodyBuilder.build(names, call.origin(), f -> {
            var rounds = new Rounds(f, call.operand("signal"), blocks);
            switch (collective) {
                case ALL_REDUCE -> {
                    var reduction = new AllReduce(f, rounds, call.operand("target"), function(call));
                    if (isRing(call)) {
                        reduction.ring();
                    } else {
                        reduction.mesh();
                    }
                }
                case BARRIER -> {
                    rounds.meet(0);
                    rounds.clear(1L);
                }
                case BROADCAST -> broadcast(f, rounds, call.operand("target"), root(call));
                case REDUCE_SCATTER -> new Exchange(f, rounds, call.operand("target")).reduceScatter(function(call));
                case ALL_GATHER -> new Exchange(f, rounds, call.operand("target")).allGather(call.operand("input"));
                case ALL_TO_ALL -> new Exchange(f, rounds, call.operand("target")).allToAll(call.operand("input"));
                case ALL_TO_ALL_COUNTED ->
                    new CountedExchange(f, rounds, call.operand("input"), call.operand("target"))
                            .run(call.operand("send_counts"), call.operand("recv_counts"));
            }
        });
    }

    private static boolean isRing(OpCall call) {
        return call.op().findAttribute("mode").isEmpty()
                || call.attr("mode").orElseThrow().equals(new Attr.Sym(CollectiveMode.RING));
    }

    private static Object root(OpCall call) {
        return switch (call.attr("root").orElseThrow()) {
            case Attr.Int number -> number.value();
            case Attr.Value value -> value.value();
            case Attr.Real a -> throw new IllegalArgumentException("no root " + a);
            case Attr.Bool a -> throw new IllegalArgumentException("no root " + a);
            case Attr.Text a -> throw new IllegalArgumentException("no root " + a);
            case Attr.Element a -> throw new IllegalArgumentException("no root " + a);
            case Attr.Sym a -> throw new IllegalArgumentException("no root " + a);
            case Attr.Items a -> throw new IllegalArgumentException("no root " + a);
            case Attr.Group a -> throw new IllegalArgumentException("no root " + a);
        };
    }

    private static BinaryOp function(OpCall call) {
        if (!(call.attr("op").orElseThrow() instanceof Attr.Sym(ReduceOp how))) {
            throw new IllegalArgumentException("no reduction: " + call);
        }
        return switch (how) {
            case SUM -> BinaryOp.ADD;
            case MAX -> BinaryOp.MAX;
            case MIN -> BinaryOp.MIN;
            case PROD -> BinaryOp.MUL;
        };
    }

    /// The others read the root, and no rank leaves before all have read.
    private static void broadcast(BodyBuilder f, Rounds rounds, Expr target, Object root) {
        rounds.meet(0);
        f.when(
                f.ne(rounds.me(), root),
                () -> Chunks.of(f, target).each(chunk -> chunk.store(chunk.loadFrom(target, root), target)));
        rounds.meet(1);
        rounds.clear(2L);
    }
}
