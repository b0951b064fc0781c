package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.Attr;
import sectile.ir.expr.AttrKind;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.CoreType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.PipeType;

/// Synchronisation of pipes and cores, positions of blocks, and task ids.
final class SystemOps {
    private static final AttrKind PIPE = Parts.oneOf(PipeType.values());
    private static final AttrKind CORE = Parts.oneOf(CoreType.values());

    private SystemOps() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (String side : List.of("src", "dst")) {
            ops.add(new OpBuilder(
                            "system.sync_" + side,
                            side.equals("src")
                                    ? "Signals an event from one pipe to another."
                                    : "Waits for an event from another pipe.")
                    .means(side.equals("src") ? Semantics.Synchronise.SET_EVENT : Semantics.Synchronise.AWAIT_EVENT)
                    .formula(side.equals("src") ? "event set" : "wait for the event")
                    .required("set_pipe", PIPE, "the pipe that signals")
                    .required("wait_pipe", PIPE, "the pipe that waits")
                    .required("event_id", Parts.INT, "which event")
                    .once()
                    .rule(args -> Rules.NOTHING));
        }
        for (String pipe : List.of("v", "m", "all")) {
            ops.add(new OpBuilder(
                            "system.bar_" + pipe,
                            "Waits until the "
                                    + (pipe.equals("all")
                                            ? "core's pipes are"
                                            : pipe.equals("v") ? "vector pipe is" : "matrix pipe is")
                                    + " idle.")
                    .means(Semantics.Synchronise.PIPES)
                    .formula("all earlier work is done")
                    .once()
                    .rule(args -> Rules.NOTHING));
        }
        ops.add(new OpBuilder("system.fence", "All earlier writes to global memory are visible before any later one.")
                .means(Semantics.Synchronise.FENCE)
                .formula("memory barrier")
                .once()
                .rule(args -> Rules.NOTHING));
        ops.add(new OpBuilder("system.cacheinvalid", "Drops cached lines of a region of global memory, or all.")
                .means(Semantics.Synchronise.INVALIDATE_CACHE)
                .formula("later reads see memory")
                .operands(
                        Parts.global("tensor", "the tensor").with(Effect.NONE).asOptional(),
                        Parts.list("shapes", "extents of the region").asOptional(),
                        Parts.list("offsets", "its first element").asOptional())
                .once()
                .rule(args -> Rules.NOTHING));
        ops.add(new OpBuilder("system.syncall", "Waits for all cores of the launch.")
                .means(Semantics.Synchronise.ALL_CORES)
                .formula("barrier of all blocks")
                .operands(
                        Operand.of("gm_workspace", OperandKind.TENSOR, "counters for the soft mode")
                                .with(Effect.READ_WRITE)
                                .asOptional(),
                        Parts.index("used_cores", "how many take part").asOptional())
                .attribute("core_type", CORE, Parts.sym(CoreType.MIX), "which cores")
                .attribute("mode", Parts.TEXT, new Attr.Text("hard"), "`hard` or `soft`")
                .once()
                .rule(args -> {
                    String mode =
                            args.attr("mode").map(a -> ((Attr.Text) a).value()).orElseThrow();
                    if (!mode.equals("hard") && !mode.equals("soft")) {
                        throw args.error(
                                LanguageCode.BAD_ARGUMENT,
                                "`mode` must be \"hard\" or \"soft\", found \"" + mode + "\"",
                                "");
                    }
                    if (mode.equals("soft") && !args.has("gm_workspace")) {
                        throw args.error(LanguageCode.ARGUMENT_COUNT, "a soft syncall needs `gm_workspace`", "");
                    }
                    return Rules.NOTHING;
                }));
        ops.add(new OpBuilder("system.mark", "Names the phase that begins here; reports show its time, work and waits.")
                .alias("pl.mark")
                .means(Semantics.Synchronise.MARK)
                .formula("takes no time")
                .required("name", Parts.TEXT, "of the phase")
                .once()
                .rule(args -> {
                    String name =
                            args.attr("name").map(a -> ((Attr.Text) a).value()).orElseThrow();
                    if (name.isBlank()) {
                        throw args.error(
                                LanguageCode.BAD_ARGUMENT,
                                "the name of a mark is blank",
                                "name the phase, as in pl.mark(\"reduce\")");
                    }
                    return Rules.NOTHING;
                }));
        ops.add(new OpBuilder("system.set_ffts", "Sets the address of the cores' cross-core flags.")
                .means(Semantics.Synchronise.PLACE_FLAGS)
                .formula("flags = workspace")
                .operands(Operand.of("workspace", OperandKind.TENSOR, "the memory")
                        .with(Effect.READ_WRITE))
                .once()
                .rule(args -> Rules.NOTHING));
        for (String name : List.of("sync_set", "sync_wait")) {
            ops.add(new OpBuilder(
                            "system." + name,
                            name.equals("sync_set") ? "Sets a flag between cores." : "Waits for a flag between cores.")
                    .means(name.equals("sync_set") ? Semantics.Synchronise.SET_FLAG : Semantics.Synchronise.AWAIT_FLAG)
                    .formula(name.equals("sync_set") ? "flag set" : "wait for the flag")
                    .operands(Parts.index("event_id_dyn", "which flag, when not a constant")
                            .asOptional())
                    .required("pipe", PIPE, "the pipe that does it")
                    .attribute("event_id", Parts.INT, Parts.integer(0), "which flag")
                    .attribute("ffts_mode", Parts.INT, Parts.integer(2), "how far the flag reaches")
                    .attribute("core_type", CORE, Parts.sym(CoreType.MIX), "which cores")
                    .once()
                    .rule(args -> Rules.NOTHING));
        }
        for (String name : List.of("available_cluster_count", "available_aiv_count")) {
            ops.add(new OpBuilder(
                            "system." + name,
                            name.startsWith("available_cluster")
                                    ? "How many core groups a launch can use."
                                    : "How many vector cores a launch can use.")
                    .means(
                            name.startsWith("available_cluster")
                                    ? Semantics.Query.CORE_GROUPS
                                    : Semantics.Query.VECTOR_CORES)
                    .formula("out = a property of the device")
                    .rule(args -> ScalarType.INDEX));
        }
        ops.add(new OpBuilder("system.task_invalid", "A task id that names no task.")
                .means(Semantics.Task.INVALID)
                .formula("out = no task")
                .rule(args -> ScalarType.of(DataType.TASK_ID)));
        ops.add(new OpBuilder("system.task_dummy", "A task that only waits for others.")
                .means(Semantics.Task.JOIN)
                .formula("out = a task that is done when deps are")
                .operands(Operand.of("deps", OperandKind.TASKS, "what to wait for"))
                .once()
                .rule(args -> ScalarType.of(DataType.TASK_ID)));
        ops.add(new OpBuilder("system.task_is_valid", "Whether an id names a task.")
                .means(Semantics.Task.IS_VALID)
                .formula("out = tid names a task")
                .operands(Operand.of("tid", OperandKind.TASK, "the id"))
                .rule(args -> ScalarType.BOOL));
        for (Tier tier : Tier.values()) {
            ops.add(position(tier, "get_block_idx", Semantics.Query.BLOCK_INDEX, "Which block of the launch this is."));
            ops.add(position(tier, "get_block_num", Semantics.Query.BLOCK_COUNT, "How many blocks the launch has."));
            ops.add(position(
                    tier, "get_subblock_idx", Semantics.Query.LANE_INDEX, "Which vector core of its group this is."));
        }
        return ops;
    }

    private static Op position(Tier tier, String name, Semantics.Query query, String doc) {
        return new OpBuilder((tier == Tier.TILE ? "tile." : "tensor.") + name, doc)
                .means(query)
                .formula("out = a property of this block")
                .rule(args -> ScalarType.INDEX);
    }
}
