package sectile.runtime.c;

import sectile.base.number.BinaryFunction;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.ReduceOp;
import sectile.ir.symbol.WaitCmp;

/// Memory of peers, signals and collectives.
final class RankOps {
    private RankOps() {}

    static void access(OpContext op, Semantics.Access access) {
        String out = "(c, " + op.out() + ", ";
        switch (access) {
            case LOAD ->
                op.line("sx_remote_load" + out + op.tensor() + ", " + op.data("target") + ", " + op.integer("peer")
                        + ", "
                        + op.list("offsets") + ", " + op.shape("shape") + ", " + op.optional("valid_shape") + ", "
                        + op.truth("allow_physical_tail_padding") + ");");
            case STORE ->
                op.line("sx_remote_store" + out + op.data(0) + ", " + op.data("target") + ", " + op.integer("peer")
                        + ", " + op.list("offsets") + ", " + MoveOps.atomic(op) + ");");
            case PUT -> {
                op.line("sx_put" + out + transfer(op) + ", " + MoveOps.atomic(op) + ");");
                if (op.has("signal")) {
                    op.line("sx_notify(c, " + op.data("signal") + ", " + op.integer("peer") + ", " + op.list("cell")
                            + ", " + (op.has("value") ? op.integer("value") : "1") + ", "
                            + (op.symbol("signal_op", NotifyOp.class) == NotifyOp.ATOMIC_ADD) + ");");
                }
            }
            case GET -> op.line("sx_get" + out + transfer(op) + ");");
        }
    }

    private static String transfer(OpContext op) {
        return op.data("dst") + ", " + op.data("src") + ", " + op.integer("peer") + ", " + op.optional("dst_off") + ", "
                + op.optional("src_off") + ", " + op.optional("shape");
    }

    static void signal(OpContext op, Semantics.Signal signal) {
        switch (signal) {
            case NOTIFY ->
                op.line("sx_notify(c, " + op.data("target") + ", " + op.integer("peer") + ", " + op.list("offsets")
                        + ", " + op.integer("value") + ", " + (op.symbol("op", NotifyOp.class) == NotifyOp.ATOMIC_ADD)
                        + ");");
            case WAIT, WAIT_AT_END ->
                op.line("sx_wait(c, " + op.data("signal") + ", " + op.list("offsets") + ", " + op.integer("expected")
                        + ", " + (op.symbol("cmp", WaitCmp.class) == WaitCmp.EQ) + ", "
                        + (signal == Semantics.Signal.WAIT_AT_END) + ");");
        }
    }

    static void collective(OpContext op, Semantics.Collective collective) {
        boolean reduces =
                collective == Semantics.Collective.ALL_REDUCE || collective == Semantics.Collective.REDUCE_SCATTER;
        String function =
                reduces ? "SX_" + function(op.symbol("op", ReduceOp.class)).name() : "0";
        String root = collective == Semantics.Collective.BROADCAST ? op.number("root") : "0";
        op.line("sx_collective(c, " + op.out() + ", "
                + Text.literal("in " + op.call().op().surface()) + ", SX_"
                + collective.name() + ", " + function + ", " + root + ", "
                + op.data(op.call().op().reuses()) + ", " + operand(op, "input") + ", " + operand(op, "send_counts")
                + ", " + operand(op, "recv_counts") + ");");
    }

    private static String operand(OpContext op, String name) {
        return op.takes(name) && op.has(name) ? op.data(name) : "NULL";
    }

    private static BinaryFunction function(ReduceOp op) {
        return switch (op) {
            case SUM -> BinaryFunction.ADD;
            case MAX -> BinaryFunction.MAXIMUM;
            case MIN -> BinaryFunction.MINIMUM;
            case PROD -> BinaryFunction.MUL;
        };
    }
}
