package sectile.interp.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.interp.machine.Core;
import sectile.interp.machine.Request;
import sectile.interp.problem.ExecCode;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.CoreType;

/// Synchronisation of cores. Work of one core happens in program order, so
/// barriers within a core have nothing to do; events between its pipes are counted, because a wait that nothing
/// signals hangs a real core.
final class SystemMeanings {
    private SystemMeanings() {}

    static Meaning of(Semantics.Synchronise synchronise) {
        return switch (synchronise) {
            case PIPES -> args -> Meaning.NOTHING;
            case MARK ->
                args -> {
                    args.core().spend(new Request.Mark(args.text("name")));
                    return Meaning.NOTHING;
                };
            case FENCE, ORDER_TRANSFERS ->
                args -> {
                    args.core().machine().transfers().order(args.core());
                    return Meaning.NOTHING;
                };
            case COMPLETE_TRANSFERS ->
                args -> {
                    args.core().machine().transfers().complete(args.core());
                    return Meaning.NOTHING;
                };
            case INVALIDATE_CACHE, PLACE_FLAGS -> Meaning.reporting(args -> Meaning.NOTHING);
            case SET_EVENT ->
                args -> {
                    args.core().launch().flags().raise(args.core(), pipeEvent(args), here(args.core()));
                    return Meaning.NOTHING;
                };
            case AWAIT_EVENT ->
                args -> {
                    Core core = args.core();
                    String here = here(core);
                    core.launch()
                            .flags()
                            .take(core, pipeEvent(args), here, List.of(here), "event " + args.number("event_id"));
                    return Meaning.NOTHING;
                };
            case SET_FLAG ->
                args -> {
                    args.core().machine().scheduler().pause();
                    args.core().launch().flags().raise(args.core(), coreEvent(args), here(args.core()));
                    return Meaning.NOTHING;
                };
            case AWAIT_FLAG ->
                args -> {
                    Core core = args.core();
                    core.machine().scheduler().pause();
                    core.launch()
                            .flags()
                            .take(core, coreEvent(args), here(core), producers(args), "flag " + event(args));
                    return Meaning.NOTHING;
                };
            case ALL_CORES -> Meaning.reporting(SystemMeanings::syncAll);
        };
    }

    private static Object pipeEvent(Args args) {
        return "pipe " + args.call().attr("set_pipe") + args.call().attr("wait_pipe") + args.number("event_id");
    }

    private static long event(Args args) {
        return args.has("event_id_dyn") ? args.integer("event_id_dyn") : args.number("event_id");
    }

    private static Object coreEvent(Args args) {
        return "core " + args.number("ffts_mode") + " " + event(args);
    }

    private static String here(Core core) {
        return name(core.kind(), core.blockIndex(), core.lane());
    }

    private static String name(Core.Kind kind, long block, long lane) {
        return switch (kind) {
            case CUBE -> "the matrix core of block " + block;
            case VECTOR -> "vector core " + lane + " of block " + block;
            case BLOCK, ORCHESTRATOR, HOST -> "block " + block;
        };
    }

    /// Whose flags a wait takes: mode 0 the same cores of all blocks, mode 1 the vector cores of the group,
    /// mode 2 the cores of the other kind in the group.
    private static List<String> producers(Args args) {
        Core core = args.core();
        var all = new ArrayList<String>();
        if (core.kind() != Core.Kind.CUBE && core.kind() != Core.Kind.VECTOR) {
            all.add(here(core));
            return all;
        }
        long mode = args.number("ffts_mode");
        if (mode == 0) {
            for (long block = 0; block < core.launch().blocks(); block++) {
                all.add(name(core.kind(), block, core.lane()));
            }
        } else if (mode == 2 && core.kind() == Core.Kind.VECTOR) {
            all.add(name(Core.Kind.CUBE, core.blockIndex(), 0));
        } else {
            for (long lane = 0; lane < core.group().lanes(); lane++) {
                all.add(name(Core.Kind.VECTOR, core.blockIndex(), lane));
            }
        }
        return all;
    }

    private static Object syncAll(Args args) {
        Core core = args.core();
        CoreType type = args.symbol("core_type", CoreType.class);
        long lanes = core.group().lanes();
        boolean split = core.kind() == Core.Kind.CUBE || core.kind() == Core.Kind.VECTOR;
        boolean alone = !split || !core.group().isSplit();
        long perBlock = alone ? 1 : type == CoreType.MIX ? 1 + lanes : type == CoreType.AIC ? 1 : lanes;
        long place =
                alone ? 0 : type == CoreType.MIX ? (core.kind() == Core.Kind.CUBE ? 0 : 1 + core.lane()) : core.lane();
        long participants = args.has("used_cores")
                ? args.integer("used_cores")
                : perBlock * core.launch().blocks();
        long index = core.blockIndex() * perBlock + place;
        if (index >= participants) {
            throw args.error(
                    ExecCode.BARRIER_COUNTS_DIFFER,
                    "core " + index + " takes no part in a barrier of " + participants,
                    "");
        }
        core.machine().scheduler().pause();
        core.launch()
                .barrier("syncall " + type)
                .meet(core, (int) index, (int) participants, null, parts -> null, "syncall");
        return Meaning.NOTHING;
    }
}
