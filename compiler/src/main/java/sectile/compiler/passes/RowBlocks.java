package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.compiler.tiling.Segment;
import sectile.ir.build.BodyBuilder;
import sectile.ir.build.LoopBuilder;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;

/// A run of statements as a loop over blocks of rows. What is used after it is assembled in global memory.
final class RowBlocks {
    /// A pipelined loop holds the first tile, the one it works on and the one that is being loaded.
    private static final long LOADED = 3;
    /// At least so many blocks: the load of the first one overlaps with nothing.
    private static final long BLOCKS = 4;

    private final RowRun run;
    private final FreshNames names;
    private final Origin origin;
    /// What leaves the run: its results, each with the memory it is assembled in.
    private final Map<Var, Expr> results = new LinkedHashMap<>();

    RowBlocks(RowRun run, UseCounts uses, FreshNames names) {
        this.run = run;
        this.names = names;
        this.origin = run.statements().getFirst().origin();
        UseCounts within = UseCounts.of(Seq.of(List.copyOf(run.statements()), origin));
        for (Assign assign : run.statements()) {
            OpCall call = (OpCall) assign.value();
            Var target = assign.target();
            if (assembles(call)) {
                results.put(target, call.args().getFirst());
            } else if (uses.of(target) > within.of(target)) {
                results.put(target, Tensors.create((Shaped) target.type(), target.origin()));
            }
        }
    }

    private static boolean assembles(OpCall call) {
        return call.op().semantics() == Semantics.Move.ASSEMBLE;
    }

    /// The statements that replace the run.
    ///
    /// @param capacity the bytes that the tiles may have if they are all in memory at once
    Stmt steps(long capacity) {
        var last = new ArrayList<Expr>();
        Stmt body = BodyBuilder.build(names, origin, f -> {
            var current = new ArrayList<Expr>();
            results.forEach((variable, memory) ->
                    current.add(memory instanceof Var ? memory : f.let(variable.name() + "_room", memory)));
            for (Segment segment : Segment.of(0, run.rows(), rows(capacity))) {
                List<Expr> after = segment.count() == 1
                        ? block(f, ConstInt.index(segment.start()), segment.size(), current)
                        : loop(f, segment, current);
                current.clear();
                current.addAll(after);
            }
            last.addAll(current);
        });
        var steps = new ArrayList<Stmt>(List.of(body));
        int at = 0;
        for (Var variable : results.keySet()) {
            steps.add(new Assign(variable, last.get(at++), variable.origin()));
        }
        return Seq.of(steps, origin);
    }

    /// As many rows as fit into so many bytes, if all values of a block are in memory at once and the next block is
    /// being loaded.
    private long rows(long capacity) {
        long perRow = 0;
        long fixed = 0;
        Set<Expr> seen = new HashSet<>();
        for (Assign assign : run.statements()) {
            OpCall call = (OpCall) assign.value();
            seen.add(assign.target());
            for (Expr arg : call.args()) {
                if (arg.type() instanceof Shaped shaped
                        && !(assembles(call) && arg == call.args().getFirst())
                        && seen.add(arg)) {
                    if (RowRun.isCut(shaped, run.rows())) {
                        perRow += LOADED * bytesPerRow(shaped);
                    } else {
                        fixed += TileMemory.bytes(shaped);
                    }
                }
            }
            if (!assembles(call)) {
                // Comparisons and casts may take tiles for what they make on the way.
                int copies = call.op().semantics() instanceof Semantics.Compare
                                || call.op().semantics() instanceof Semantics.Convert
                        ? 4
                        : 1;
                perRow += copies * bytesPerRow((Shaped) call.type());
            }
        }
        return Math.max(1, Math.min(run.rows() / BLOCKS, (capacity - fixed) / Math.max(1, perRow)));
    }

    private long bytesPerRow(Shaped type) {
        // A row in memory is aligned.
        return (TileMemory.bytes(type) / run.rows() + 31) / 32 * 32;
    }

    private List<Expr> loop(BodyBuilder f, Segment segment, List<Expr> before) {
        LoopBuilder loop = f.pipeline("row", segment.start(), segment.end(), segment.size(), 2);
        var into = new ArrayList<String>();
        int at = 0;
        for (Var variable : results.keySet()) {
            loop.carry(variable.name() + "_room", before.get(at++));
            into.add(variable.name() + "_rows");
        }
        return List.copyOf(loop.into(into.toArray(String[]::new)).body(l -> {
            var carried = new ArrayList<Expr>();
            for (int i = 0; i < results.size(); i++) {
                carried.add(l.carried(i));
            }
            f.yields(block(f, l.index(), segment.size(), carried).toArray());
        }));
    }

    /// The run for the rows from `row`; what leaves it is put into the memory it is assembled in.
    private List<Expr> block(BodyBuilder f, Expr row, long size, List<Expr> memory) {
        Map<Expr, Expr> parts = new HashMap<>();
        List<Var> order = List.copyOf(results.keySet());
        var after = new ArrayList<Expr>(memory);
        for (Assign assign : run.statements()) {
            OpCall call = (OpCall) assign.value();
            int leaves = order.indexOf(assign.target());
            if (assembles(call)) {
                Expr part = part(f, call.args().get(1), row, size, parts);
                var offsets = new ArrayList<>(((MakeTuple) call.args().get(2)).elements());
                offsets.set(0, Dims.add(offsets.getFirst(), row));
                OpCall put = call.op()
                        .call(List.of(after.get(leaves), part, MakeTuple.of(offsets)), call.attrs(), call.origin());
                after.set(leaves, f.let(assign.target().name(), put));
                continue;
            }
            var args = new ArrayList<Expr>();
            for (Expr arg : call.args()) {
                args.add(
                        arg.type() instanceof Shaped shaped && RowRun.isCut(shaped, run.rows())
                                ? part(f, arg, row, size, parts)
                                : arg);
            }
            if (call.op().semantics() instanceof Semantics.Create) {
                args.set(0, shape((Shaped) call.type(), size));
            }
            Var value = f.let(assign.target().name(), call.op().call(args, call.attrs(), call.origin()));
            parts.put(assign.target(), value);
            if (leaves >= 0) {
                OpCall put = Ops.standard()
                        .of(Semantics.Move.ASSEMBLE, Tier.TENSOR)
                        .call(
                                List.of(after.get(leaves), value, offsets((Shaped) call.type(), row)),
                                Attrs.EMPTY,
                                call.origin());
                after.set(leaves, f.let(assign.target().name(), put));
            }
        }
        return after;
    }

    /// These rows of a tensor.
    private static Expr part(BodyBuilder f, Expr whole, Expr row, long size, Map<Expr, Expr> parts) {
        Expr known = parts.get(whole);
        if (known != null) {
            return known;
        }
        Shaped type = (Shaped) whole.type();
        String name = whole instanceof Var variable ? variable.name() : "part";
        Var part = f.let(
                name + "_rows",
                Ops.standard()
                        .of(Semantics.View.SLICE, Tier.TENSOR)
                        .call(List.of(whole, shape(type, size), offsets(type, row)), Attrs.EMPTY, whole.origin()));
        parts.put(whole, part);
        return part;
    }

    private static MakeTuple shape(Shaped type, long rows) {
        var shape = new ArrayList<>(type.shape());
        shape.set(0, ConstInt.index(rows));
        return MakeTuple.of(shape);
    }

    private static MakeTuple offsets(Shaped type, Expr row) {
        var offsets = new ArrayList<Expr>(Tensors.zeros(type.rank()).elements());
        offsets.set(0, row);
        return MakeTuple.of(offsets);
    }
}
