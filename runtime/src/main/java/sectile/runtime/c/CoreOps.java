package sectile.runtime.c;

import sectile.ir.expr.Semantics;
import sectile.ir.symbol.CoreType;
import sectile.ir.symbol.SplitMode;

/// Order among cores, pipes between them, and halves of values.
final class CoreOps {
    private CoreOps() {}

    static void synchronise(OpContext op, Semantics.Synchronise synchronise) {
        switch (synchronise) {
            // A core works in program order, and its memory is coherent; there is no report of its phases.
            case PIPES, INVALIDATE_CACHE, PLACE_FLAGS, MARK -> {}
            // Every transfer is complete when its call returns.
            case FENCE, ORDER_TRANSFERS, COMPLETE_TRANSFERS -> op.line("atomic_thread_fence(memory_order_seq_cst);");
            case SET_EVENT -> op.line("sx_event_set(c, " + pipeEvent(op) + ");");
            case AWAIT_EVENT -> op.line("sx_event_await(c, " + pipeEvent(op) + ", " + op.number("event_id") + ");");
            case SET_FLAG -> op.line("sx_flag_set(c, " + op.number("ffts_mode") + ", " + event(op) + ");");
            case AWAIT_FLAG -> op.line("sx_flag_await(c, " + op.number("ffts_mode") + ", " + event(op) + ");");
            case ALL_CORES -> {
                boolean given = op.takes("used_cores") && op.has("used_cores");
                op.line("sx_sync_all(c, "
                        + op.symbol("core_type", CoreType.class).ordinal() + ", "
                        + (given ? "(int64_t[]){" + op.integer("used_cores") + "}" : "NULL") + ");");
            }
        }
    }

    private static String pipeEvent(OpContext op) {
        return Text.literal("pipe " + op.find("set_pipe") + op.find("wait_pipe") + op.find("event_id"));
    }

    private static String event(OpContext op) {
        return op.takes("event_id_dyn") && op.has("event_id_dyn") ? op.integer("event_id_dyn") : op.number("event_id");
    }

    static void pipe(OpContext op, Semantics.Pipe pipe) {
        switch (pipe) {
            case Semantics.Open open ->
                op.line("sx_pipe_open(c, " + op.number("id") + ", " + op.number("dir_mask") + ", "
                        + op.number("slot_num") + ", " + op.number("slot_size") + ");");
            case Semantics.Push push ->
                op.line(
                        switch (push.flow()) {
                            case TO_VECTOR ->
                                "sx_push_to_vector(c, " + op.number("id") + ", " + op.number("split") + ", "
                                        + op.number("lane_stride") + ", " + op.data("tile") + ");";
                            case TO_MATRIX -> "sx_push_to_matrix(c, " + op.number("id") + ", " + op.data("tile") + ");";
                        });
            case Semantics.Pop pop -> {
                String shape = op.dtypeOf("dtype") + ", " + op.shape("shape") + ");";
                op.line(
                        switch (pop.flow()) {
                            case TO_VECTOR ->
                                "sx_pop_from_matrix(c, " + op.out() + ", " + op.number("id") + ", " + shape;
                            case TO_MATRIX ->
                                "sx_pop_from_vector(c, " + op.out() + ", " + op.number("id") + ", " + op.number("split")
                                        + ", " + shape;
                        });
            }
            case Semantics.Free free ->
                op.line(
                        switch (free.flow()) {
                            case TO_VECTOR -> "sx_free_to_vector(c, " + op.number("id") + ");";
                            case TO_MATRIX -> "sx_free_to_matrix(c, " + op.number("id") + ");";
                        });
        }
    }

    static void lanes(OpContext op, Semantics.Lanes lanes) {
        String made = "(c, " + op.out() + ", " + op.tensor() + ", "
                + op.symbol("split", SplitMode.class).ordinal() + ", ";
        switch (lanes) {
            case SHARD -> op.line("sx_shard" + made + op.number("lane_stride") + ", " + op.data(0) + ");");
            case GATHER -> op.line("sx_lane_gather" + made + op.data(0) + ");");
        }
    }
}
