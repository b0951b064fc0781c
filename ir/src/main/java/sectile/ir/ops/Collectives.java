package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.base.number.BinaryFunction;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.CollectiveMode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ReduceOp;

/// Operations that every rank of a group takes part in. The operands of one call are pairwise distinct windows.
final class Collectives {
    private Collectives() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (boolean builtin : new boolean[] {false, true}) {
            ops.add(reduction(start(
                                    builtin,
                                    "allreduce",
                                    Semantics.Collective.ALL_REDUCE,
                                    "Every rank gets the reduction of all ranks' windows.",
                                    "target = reduction over all ranks of target")
                            .operands(
                                    written("target", "data, in place"),
                                    written("signal", "signal cells, INT32, one for every rank")
                                            .asOptional())
                            .attribute(
                                    "mode",
                                    Parts.oneOf(CollectiveMode.values()),
                                    Parts.sym(CollectiveMode.MESH),
                                    "the algorithm")
                            .optional("core_num", Parts.INT, "cores per rank"))
                    .gives("target")
                    .rule(args -> {
                        reducible(args, "target");
                        signal(args);
                        return distinct(args, "target", "target", "signal");
                    }));
            ops.add(start(
                            builtin,
                            "barrier",
                            Semantics.Collective.BARRIER,
                            "Waits until every rank has arrived.",
                            "all ranks have arrived")
                    .operands(written("signal", "signal cells, INT32, one for every rank"))
                    .gives("signal")
                    .rule(args -> {
                        signal(args);
                        return args.type("signal");
                    }));
            ops.add(start(
                            builtin,
                            "broadcast",
                            Semantics.Collective.BROADCAST,
                            "Every rank gets the root's window.",
                            "target = target of root")
                    .operands(
                            written("target", "data, in place"),
                            written("signal", "signal cells, INT32, one for every rank"))
                    .attribute("root", Parts.VALUE, Parts.integer(0), "which rank")
                    .gives("target")
                    .rule(args -> {
                        signal(args);
                        return distinct(args, "target", "target", "signal");
                    }));
            ops.add(reduction(start(
                                    builtin,
                                    "reduce_scatter",
                                    Semantics.Collective.REDUCE_SCATTER,
                                    "Every rank gets its part of the reduction.",
                                    "part r of target of rank r = reduction over all ranks")
                            .operands(
                                    written("target", "data, in place"),
                                    written("signal", "signal cells, INT32, one for every rank")))
                    .gives("target")
                    .rule(args -> {
                        reducible(args, "target");
                        signal(args);
                        return distinct(args, "target", "target", "signal");
                    }));
            ops.add(exchange(
                    builtin,
                    "allgather",
                    Semantics.Collective.ALL_GATHER,
                    "Every rank gets all inputs, in rank order.",
                    "part r of target = input of rank r",
                    false));
            ops.add(exchange(
                    builtin,
                    "all_to_all",
                    Semantics.Collective.ALL_TO_ALL,
                    "Rank r gets part r of every input, in rank order.",
                    "part s of target of rank r = part r of input of rank s",
                    false));
            ops.add(exchange(
                    builtin,
                    "all_to_all_v",
                    Semantics.Collective.ALL_TO_ALL_COUNTED,
                    "Like all_to_all with a count per pair.",
                    "send_counts[r] rows of input go to rank r",
                    true));
        }
        ops.add(start(
                        true,
                        "allreduce_ring",
                        Semantics.Collective.ALL_REDUCE,
                        "The ring form of allreduce.",
                        "target = reduction over all ranks of target")
                .operands(
                        written("target", "data, in place"),
                        written("signal", "signal cells, INT32, one for every rank")
                                .asOptional())
                .attribute("op", Parts.oneOf(ReduceOp.values()), Parts.sym(ReduceOp.SUM), "how to combine")
                .gives("target")
                .rule(args -> {
                    reducible(args, "target");
                    signal(args);
                    return args.type("target");
                }));
        ops.addAll(runtime());
        return ops;
    }

    private static OpBuilder start(
            boolean builtin, String name, Semantics.Collective kind, String doc, String formula) {
        OpBuilder builder = new OpBuilder((builtin ? "builtin.tensor." : "pld.tensor.") + name, doc)
                .means(kind)
                .formula(formula)
                .once();
        return builtin ? builder.forPasses() : builder;
    }

    private static OpBuilder reduction(OpBuilder builder) {
        return builder.attribute("op", Parts.oneOf(ReduceOp.values()), Parts.sym(ReduceOp.SUM), "how to combine");
    }

    private static Operand written(String name, String doc) {
        return Parts.window(name, doc).with(Effect.READ_WRITE);
    }

    private static void reducible(OpArgs args, String target) {
        Rules.dtype(args, target, "a numeric type", DataType::isNumeric);
    }

    private static void signal(OpArgs args) {
        if (args.has("signal")) {
            Rules.dtype(args, "signal", "a signal window of INT32", d -> d == DataType.INT32);
        }
    }

    private static Type distinct(OpArgs args, String result, String... windows) {
        for (int i = 0; i < windows.length; i++) {
            for (int j = i + 1; j < windows.length; j++) {
                if (args.has(windows[i])
                        && args.has(windows[j])
                        && args.arg(windows[i]).equals(args.arg(windows[j]))) {
                    throw args.at(
                            windows[j],
                            LanguageCode.SAME_WINDOW,
                            "`" + windows[i] + "` and `" + windows[j] + "` of "
                                    + args.op().surface() + " are the same window",
                            "operands of a collective must be distinct windows");
                }
            }
        }
        return args.type(result);
    }

    private static Op exchange(
            boolean builtin, String name, Semantics.Collective kind, String doc, String formula, boolean counts) {
        OpBuilder builder = start(builtin, name, kind, doc, formula)
                .operands(
                        Operand.of("input", OperandKind.TENSOR_OR_WINDOW, "this rank's data"),
                        written("target", "where it goes"),
                        written("signal", "signal cells, INT32, one for every rank"));
        if (counts) {
            builder.operands(
                    Operand.of("send_counts", OperandKind.TENSOR_OR_WINDOW, "rows for every rank, INT32"),
                    Operand.of("recv_counts", OperandKind.TENSOR_OR_WINDOW, "rows from every rank, INT32")
                            .with(Effect.WRITE));
        }
        return builder.gives("target").rule(args -> {
            Rules.sameDtype(args, "target", "input");
            signal(args);
            if (counts) {
                Rules.integers(args, "send_counts");
                Rules.integers(args, "recv_counts");
            }
            return distinct(args, "target", "input", "target", "signal");
        });
    }

    /// What a host program becomes when it talks to worker processes.
    private static List<Op> runtime() {
        return List.of(
                new OpBuilder("dist.make_tensor", "A tensor on the host.")
                        .means(Semantics.Create.UNDEFINED)
                        .formula("out = fresh memory")
                        .operands(Parts.list("shape", "extents"))
                        .required("dtype", Parts.ELEMENT, "element type")
                        .forPasses()
                        .once()
                        .rule(args -> new sectile.ir.expr.TensorType(
                                args.list("shape"), args.element("dtype").orElseThrow())),
                new OpBuilder("dist.tree_reduce", "Adds tensors pairwise.")
                        .means(new Semantics.Combine(BinaryFunction.ADD))
                        .formula("out = a + b")
                        .operands(Tier.TENSOR.operand("lhs", "a"), Tier.TENSOR.operand("rhs", "b"))
                        .forPasses()
                        .rule(args -> args.type("lhs")),
                new OpBuilder("dist.submit_worker", "Starts a worker function on a device.")
                        .means(Semantics.Task.SUBMIT)
                        .formula("out = its future")
                        .operands(Parts.index("device", "where"))
                        .required("callee", Parts.TEXT, "the function")
                        .forPasses()
                        .once()
                        .rule(args -> ScalarType.of(DataType.TASK_ID)),
                new OpBuilder("dist.submit_orchestrator", "Starts an orchestration function on a device.")
                        .means(Semantics.Task.SUBMIT)
                        .formula("out = its future")
                        .operands(Parts.index("device", "where"))
                        .required("callee", Parts.TEXT, "the function")
                        .forPasses()
                        .once()
                        .rule(args -> ScalarType.of(DataType.TASK_ID)),
                new OpBuilder("dist.future_get", "Waits for a future.")
                        .means(Semantics.Task.AWAIT)
                        .formula("the future is done")
                        .operands(Operand.of("future", OperandKind.TASK, "the future"))
                        .forPasses()
                        .once()
                        .rule(args -> Rules.NOTHING));
    }
}
