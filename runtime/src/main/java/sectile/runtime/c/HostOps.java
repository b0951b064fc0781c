package sectile.runtime.c;

import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Semantics;
import sectile.runtime.c.Value.Kind;

/// What surrounds kernels: queries, tasks, short arrays, windows and addresses.
final class HostOps {
    private HostOps() {}

    /// A scalar that a call computes, kept so that it is computed once.
    private static void integer(OpContext op, String call) {
        Value kept = op.expressions().slots().fresh(Kind.INTEGER, "");
        op.line(kept.text() + " = " + call + ";");
        op.result(kept);
    }

    static void query(OpContext op, Semantics.Query query) {
        integer(
                op,
                switch (query) {
                    case BLOCK_INDEX -> "c->block";
                    case BLOCK_COUNT -> "sx_block_count(c)";
                    case LANE_INDEX -> "c->lane";
                    case CORE_GROUPS -> "sx_core_groups(c)";
                    case VECTOR_CORES -> "2 * sx_core_groups(c)";
                    case EXTENT -> "sx_extent(" + op.data(0) + ", " + op.integer("axis") + ")";
                    case WORLD_SIZE -> "sx_world_size(c)";
                    case COMM_CONTEXT -> "sx_comm_context(c, " + op.data(0) + ")";
                    case RANK -> "sx_rank_of(c, " + op.integer("ctx") + ")";
                    case RANK_COUNT -> "sx_rank_count(c, " + op.integer("ctx") + ")";
                });
    }

    static void task(OpContext op, Semantics.Task task) {
        switch (task) {
            case INVALID -> integer(op, "0");
            case IS_VALID -> integer(op, "sx_task_valid(c, " + op.integer("tid") + ")");
            case JOIN -> {
                Calls.Deps deps = new Calls(op.expressions()).deps(op.values("deps"));
                integer(op, "sx_join(c, " + deps.count() + ", " + deps.ids() + ")");
            }
            case SUBMIT -> {
                String routine = op.expressions().unit().routine(op.text("callee"));
                integer(
                        op,
                        "sx_submit(c, &" + routine + ", NULL, (sx_value[8]){0}, (int64_t[]){" + op.integer("device")
                                + "}, NULL, 0, NULL, 0)");
            }
            case AWAIT -> op.line("sx_await_tasks(c, 1, (int64_t[]){" + op.integer("future") + "});");
        }
    }

    static void scalars(OpContext op, Semantics.Scalars scalars) {
        switch (scalars) {
            case CREATE ->
                op.line("sx_scalars_create(c, " + op.out() + ", " + op.dtypeOf("dtype") + ", " + op.integer("extent")
                        + ");");
            case GET -> {
                boolean real = ((ArrayType) op.type("array")).dtype().isFloat();
                Value kept = op.expressions().slots().fresh(real ? Kind.FLOAT : Kind.INTEGER, "");
                op.line(kept.text() + " = " + (real ? "sx_read_f" : "sx_read_i") + "(c, " + op.data("array")
                        + ", 1, (int64_t[]){" + op.integer("index") + "});");
                op.result(kept);
            }
            case SET -> {
                String value = op.number(
                        op.value("value"),
                        ((ArrayType) op.type("array")).dtype().storage());
                op.line("sx_scalars_set(c, " + op.out() + ", " + op.data("array") + ", " + op.integer("index") + ", "
                        + value + ");");
            }
        }
    }

    static void prefetch(OpContext op, Semantics.Prefetch prefetch) {
        integer(
                op,
                switch (prefetch) {
                    case HANDLE, START -> "0";
                    case WAIT -> "1";
                });
    }

    static void window(OpContext op, Semantics.Window window) {
        switch (window) {
            case ALLOCATE ->
                integer(
                        op,
                        "sx_window_new(c, " + Text.literal(op.text("name")) + ", " + op.integer("size_bytes") + ", "
                                + op.expressions().unit().slot(op.text("name")) + ")");
            case VIEW ->
                op.line("sx_window_view(c, " + op.out() + ", " + op.integer("buf") + ", " + op.dtypeOf("dtype") + ", "
                        + op.shape("shape") + ");");
        }
    }

    static void reserve(OpContext op, Semantics.Reserve reserve) {
        integer(
                op,
                switch (reserve) {
                    case MEMORY, IMPORT -> "0";
                    case NAMED -> "(" + op.number("base") + " > 0 ? " + op.number("base") + " : 0)";
                });
    }
}
