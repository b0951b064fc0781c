package sectile.compiler.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import sectile.ir.build.BodyBuilder;
import sectile.ir.build.Named;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.NotifyOp;

/// Turns a copy between global memories of two ranks into tiles that pass through the core. A copy that need not
/// be waited for is complete when its statements are.
public final class TransferLowering {
    private final BodyBuilder f;
    private final OpCall call;

    private TransferLowering(BodyBuilder f, OpCall call) {
        this.f = f;
        this.call = call;
    }

    /// Whether a call is one of these copies.
    public static boolean lowers(OpCall call) {
        return call.op().isTensor() && call.op().semantics() instanceof Semantics.Access;
    }

    public static Stmt lower(OpCall call, FreshNames names) {
        return BodyBuilder.build(names, call.origin(), f -> new TransferLowering(f, call).run());
    }

    private void run() {
        Expr peer = call.operand("peer");
        switch ((Semantics.Access) call.op().semantics()) {
            case PUT -> {
                Expr dst = call.operand("dst");
                chunks(dst)
                        .each(chunk -> chunk.at(moved("dst_off", chunk.offsets()))
                                .storeTo(
                                        chunk.at(moved("src_off", chunk.offsets()))
                                                .load(call.operand("src")),
                                        dst,
                                        peer,
                                        atomic()));
                call.arg("signal").ifPresent(signal -> {
                    f.run(f.fence());
                    f.run(f.signal(
                            signal,
                            peer,
                            list("cell"),
                            call.arg("value").map(TransferLowering::number).orElse(1L),
                            (NotifyOp) ((Attr.Sym) call.attr("signal_op").orElseThrow()).value()));
                });
            }
            case GET -> {
                Expr dst = call.operand("dst");
                chunks(dst)
                        .each(chunk -> chunk.at(moved("dst_off", chunk.offsets()))
                                .store(
                                        chunk.at(moved("src_off", chunk.offsets()))
                                                .loadFrom(call.operand("src"), peer),
                                        dst));
            }
            case STORE -> {
                Expr src = call.operand("src");
                Chunks.of(f, src)
                        .each(chunk -> chunk.at(moved("offsets", chunk.offsets()))
                                .storeTo(chunk.load(src), call.operand("target"), peer, atomic()));
            }
            case LOAD -> throw new IllegalArgumentException("a load makes a tile: " + call);
        }
    }

    private Named[] atomic() {
        return new Named[] {Named.named("atomic", call.attr("atomic").orElseThrow())};
    }

    private Chunks chunks(Expr dst) {
        Shaped type = (Shaped) dst.type();
        var zeros = new ArrayList<Object>();
        var extents = new ArrayList<Object>();
        for (int i = 0; i < type.rank(); i++) {
            zeros.add(0L);
            extents.add(call.arg("shape").isPresent() ? number(list("shape").get(i)) : Rounds.extent(f, dst, i));
        }
        return Chunks.region(
                f,
                zeros,
                extents,
                type.dtype(),
                limit("chunk_rows"),
                limit("chunk_cols"),
                call.attr("pipeline").orElseThrow().equals(new Attr.Bool(true)));
    }

    private long limit(String attribute) {
        return call.attrs().integer(attribute).orElse(Long.MAX_VALUE);
    }

    private List<Expr> list(String operand) {
        return ((MakeTuple) call.operand(operand)).elements();
    }

    private static Object number(Expr expr) {
        OptionalLong constant = Dims.constant(expr);
        return constant.isPresent() ? (Object) constant.getAsLong() : expr;
    }

    /// An offset inside the region, seen from the beginning of the tensor. A region of lower rank covers the last
    /// dimensions.
    private List<?> moved(String first, List<?> within) {
        if (call.arg(first).isEmpty()) {
            return within;
        }
        List<Expr> firsts = list(first);
        var moved = new ArrayList<Object>();
        for (int i = 0; i < firsts.size(); i++) {
            int axis = i - firsts.size() + within.size();
            Object from = number(firsts.get(i));
            Object offset = axis < 0 ? (Object) 0L : within.get(axis);
            moved.add(
                    from instanceof Long a && offset instanceof Long b
                            ? (Object) (a + b)
                            : from instanceof Long a && a == 0
                                    ? offset
                                    : offset instanceof Long b && b == 0 ? from : f.let("from", f.add(from, offset)));
        }
        return moved;
    }
}
