package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.AtomicType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.WaitCmp;

/// Signals to peers, and reads and writes of their windows.
final class RemoteAccess {
    private RemoteAccess() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        ops.add(new OpBuilder(
                        "pld.system.notify",
                        "Adds to, or sets, a signal cell of a peer. All earlier writes to that peer are visible first.")
                .means(Semantics.Signal.NOTIFY)
                .formula("signal of peer [offsets] += value, or = value")
                .operands(
                        Parts.window("target", "the signal window, INT32")
                                .with(Effect.WRITE)
                                .when("op", NotifyOp.ATOMIC_ADD, Effect.READ_WRITE),
                        Parts.index("peer", "which rank"),
                        Parts.list("offsets", "which cell"),
                        Parts.index("value", "the number").literal(DataType.INT32))
                .attribute("op", Parts.oneOf(NotifyOp.values()), Parts.sym(NotifyOp.ATOMIC_ADD), "add or set")
                .once()
                .rule(args -> {
                    cell(args, "target");
                    return Rules.NOTHING;
                }));
        ops.add(wait("wait", "Waits until a cell of this rank's own signal window compares with a value."));
        ops.add(wait("defer_wait", "Like wait, but the task ends and the runtime waits before it counts as done."));
        ops.add(new OpBuilder(
                        "pld.system.fence",
                        "Orders: the puts and writes of this core so far come before its later transfers and"
                                + " signals. Does not wait for them, and does not order gets.")
                .means(Semantics.Synchronise.ORDER_TRANSFERS)
                .formula("earlier puts and writes precede later transfers")
                .once()
                .rule(args -> Rules.NOTHING));
        ops.add(new OpBuilder(
                        "pld.system.quiet",
                        "Waits until all transfers that this core has started are complete: their sources may change,"
                                + " their targets may be read.")
                .means(Semantics.Synchronise.COMPLETE_TRANSFERS)
                .formula("wait for the end of all transfers")
                .once()
                .rule(args -> Rules.NOTHING));
        ops.add(new OpBuilder("pld.tile.remote_load", "Copies a region of a peer's window into a tile.")
                .means(Semantics.Access.LOAD)
                .formula("out[i] = target of peer [offsets + i]")
                .operands(
                        Parts.window("target", "the window"),
                        Parts.index("peer", "which rank"),
                        Parts.list("offsets", "first element"),
                        Parts.list("shape", "extents of the tile"),
                        Parts.validShape())
                .attribute(
                        "allow_physical_tail_padding",
                        Parts.BOOL,
                        Parts.FALSE,
                        "the tile may reach past the window's end")
                .on(CoreAffinity.VECTOR)
                .rule(args -> {
                    Shaped target = args.shaped("target");
                    List<Expr> offsets = Rules.perDimension(args, "offsets", target);
                    Rules.perDimension(args, "shape", target);
                    List<Expr> shape = Rules.extents(args, "shape");
                    boolean valid = args.has("valid_shape");
                    if (!args.flag("allow_physical_tail_padding")) {
                        Rules.inBounds(
                                args,
                                "offsets",
                                offsets,
                                valid ? Rules.perDimension(args, "valid_shape", target) : shape,
                                target);
                    }
                    return new TileType(
                            shape,
                            target.dtype(),
                            MemorySpace.VEC,
                            null,
                            valid ? TileView.valid(args.list("valid_shape")) : null);
                }));
        for (String level : List.of("tile", "tensor")) {
            boolean tile = level.equals("tile");
            String source = tile ? "tile" : "src";
            ops.add(atomic(new OpBuilder(
                                    "pld." + level + ".remote_store",
                                    "Copies a " + level + " to a region of a peer's window.")
                            .means(Semantics.Access.STORE)
                            .formula("target of peer [offsets + i] = " + source + "[i] (+= when atomic)")
                            .operands(
                                    tile ? Parts.tile(source, "what to store") : Parts.global(source, "what to store"),
                                    Movement.written(Parts.window("target", "the window")),
                                    Parts.index("peer", "which rank"),
                                    Parts.list("offsets", "first element")))
                    .gives("target")
                    .once()
                    .rule(args -> {
                        Rules.sameDtype(args, "target", source);
                        Shaped target = args.shaped("target");
                        List<Expr> offsets = Rules.perDimension(args, "offsets", target);
                        List<Expr> stored = args.shaped(source) instanceof TileType value
                                ? value.validShape()
                                : args.shaped(source).shape();
                        List<Expr> shape = Movement.widen(stored, target.rank());
                        if (shape.size() != target.rank()) {
                            throw args.at(
                                    source,
                                    LanguageCode.RANK,
                                    Describe.type(args.type(source)) + " does not fit into " + Describe.type(target),
                                    "");
                        }
                        Rules.inBounds(args, "offsets", offsets, shape, target);
                        Movement.atomic(args, target.dtype());
                        return target;
                    }));
        }
        ops.add(transfer("put", false));
        ops.add(transfer("get", false));
        ops.add(transfer("put", true));
        ops.add(transfer("get", true));
        return ops;
    }

    private static void cell(OpArgs args, String signal) {
        Rules.dtype(args, signal, "a signal window of INT32", d -> d == DataType.INT32);
        Rules.perDimension(args, "offsets", args.shaped(signal));
    }

    private static Op wait(String name, String doc) {
        return new OpBuilder("pld.system." + name, doc)
                .means(name.equals("wait") ? Semantics.Signal.WAIT : Semantics.Signal.WAIT_AT_END)
                .formula("wait until signal[offsets] == expected, or >= expected")
                .operands(
                        Parts.window("signal", "this rank's signal window, INT32"),
                        Parts.list("offsets", "which cell"),
                        Parts.index("expected", "the number").literal(DataType.INT32))
                .attribute(
                        "cmp",
                        Parts.oneOf(WaitCmp.values()),
                        Parts.sym(name.equals("wait") ? WaitCmp.EQ : WaitCmp.GE),
                        "the condition to wait for")
                .once()
                .rule(args -> {
                    cell(args, "signal");
                    return Rules.NOTHING;
                });
    }

    private static OpBuilder atomic(OpBuilder builder) {
        return builder.attribute(
                "atomic", Parts.oneOf(AtomicType.values()), Parts.sym(AtomicType.NONE), "add to what is there");
    }

    private static Op transfer(String name, boolean lowered) {
        boolean put = name.equals("put");
        Operand dst = put
                ? Parts.window("dst", "the peer's window")
                : Operand.of("dst", OperandKind.TENSOR_OR_WINDOW, "local memory");
        Operand src = put
                ? Operand.of("src", OperandKind.TENSOR_OR_WINDOW, "local memory")
                : Parts.window("src", "the peer's window");
        OpBuilder builder = new OpBuilder(
                        "pld." + (lowered ? "tile." : "tensor.") + name,
                        put ? "Copies local memory to a peer's window." : "Copies a peer's window to local memory.")
                .means(put ? Semantics.Access.PUT : Semantics.Access.GET)
                .formula(
                        put
                                ? "dst of peer [dst_off + i] = src[src_off + i] (+= when atomic)"
                                : "dst[dst_off + i] = src of peer [src_off + i]")
                .operands(put ? Movement.written(dst) : dst.with(Effect.WRITE), Parts.index("peer", "which rank"), src);
        if (lowered) {
            builder.operands(
                            Parts.tile("stage", "staging tile").with(Effect.WRITE),
                            Parts.tile("stage2", "second staging tile")
                                    .with(Effect.WRITE)
                                    .asOptional())
                    .forPasses();
        }
        builder.operands(
                Parts.list("dst_off", "first element in dst").asOptional(),
                Parts.list("src_off", "first element in src").asOptional(),
                Parts.list("shape", "extents of the region; all when left out").asOptional());
        if (put) {
            builder.operands(
                    Parts.window("signal", "a signal window, INT32; its cell changes once the data is there")
                            .with(Effect.READ_WRITE)
                            .asOptional(),
                    Parts.list("cell", "which cell of it").asOptional(),
                    Parts.index("value", "the number to add or set; 1 when left out")
                            .literal(DataType.INT32)
                            .asOptional());
            atomic(builder)
                    .attribute(
                            "signal_op",
                            Parts.oneOf(NotifyOp.values()),
                            Parts.sym(NotifyOp.ATOMIC_ADD),
                            "add to the cell or set it");
        }
        return builder.optional("chunk_rows", Parts.INT, "rows per step")
                .optional("chunk_cols", Parts.INT, "columns per step")
                .attribute("pipeline", Parts.BOOL, Parts.FALSE, "overlap reading and writing of steps")
                .attribute(
                        "wait",
                        Parts.BOOL,
                        Parts.TRUE,
                        "whether to wait for the end; otherwise pld.system.quiet() does, and until then the source must"
                                + " not change and the target must not be read")
                .gives("dst")
                .once()
                .rule(args -> transferred(args, put));
    }

    private static Type transferred(OpArgs args, boolean put) {
        Rules.sameDtype(args, "dst", "src");
        Shaped dst = args.shaped("dst");
        Shaped src = args.shaped("src");
        if (put) {
            Movement.atomic(args, dst.dtype());
            if (args.has("signal") != args.has("cell")) {
                throw args.error(
                        LanguageCode.ARGUMENT_COUNT, "`signal` and `cell` belong together", "give both, or neither");
            }
            if (args.has("signal")) {
                Rules.dtype(args, "signal", "a signal window of INT32", d -> d == DataType.INT32);
                Rules.perDimension(args, "cell", args.shaped("signal"));
            }
        }
        if (!args.has("shape")) {
            if (Dims.differ(dst.shape(), src.shape())) {
                throw args.at(
                        "src",
                        LanguageCode.SHAPES_DIFFER,
                        "`src` " + Describe.shape(src.shape()) + " and `dst` " + Describe.shape(dst.shape())
                                + " differ",
                        "give dst_off, src_off and shape to copy a region");
            }
            return dst;
        }
        List<Expr> dstShape = Rules.perDimension(args, "shape", dst);
        Rules.perDimension(args, "shape", src);
        if (args.has("dst_off")) {
            Rules.inBounds(args, "dst_off", Rules.perDimension(args, "dst_off", dst), dstShape, dst);
        }
        if (args.has("src_off")) {
            Rules.inBounds(args, "src_off", Rules.perDimension(args, "src_off", src), dstShape, src);
        }
        return dst;
    }
}
