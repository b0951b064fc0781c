package sectile.compiler.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.WaitCmp;

/// The ranks that share a signal window, and the signals they send each other. Cell s of a rank counts what rank s
/// sent.
final class Rounds {
    private final BodyBuilder f;
    private final Expr signal;
    private final Var me;
    private final Var ranks;
    /// Which dimension of the signal counts cells.
    private final int axis;

    private final Function<Object, Object> position;

    /// @param blocks whether the kernel may run on several blocks, each of which needs cells of its own
    Rounds(BodyBuilder f, Expr signal, boolean blocks) {
        this.f = f;
        Var context = f.let("ctx", f.commContext(signal));
        this.me = f.let("me", f.rank(context));
        this.ranks = f.let("ranks", f.ranks(context));
        Shaped type = (Shaped) signal.type();
        this.axis = line(type);
        this.signal = axis >= 0 ? signal : f.let("cells", f.reshape(signal, List.of(elements(f, signal))));
        if (blocks) {
            Var block = f.let("block", f.blockIndex());
            Var first = f.let("first_cell", f.mul(block, f.cast(ranks, DataType.INDEX)));
            this.position = rank -> f.add(first, rank);
        } else {
            this.position = rank -> rank;
        }
    }

    /// The only dimension that may have more than one cell; negative if there are several.
    private static int line(Shaped type) {
        int found = -1;
        for (int i = 0; i < type.rank(); i++) {
            if (!Dims.isOne(type.shape().get(i))) {
                if (found >= 0) {
                    return -1;
                }
                found = i;
            }
        }
        return found < 0 ? type.rank() - 1 : found;
    }

    /// How many elements a value has: a constant if that is known.
    static Object elements(BodyBuilder f, Expr whole) {
        Shaped type = (Shaped) whole.type();
        OptionalLong constant = Dims.elements(type.shape());
        if (constant.isPresent()) {
            return constant.getAsLong();
        }
        Object product = extent(f, whole, 0);
        for (int i = 1; i < type.rank(); i++) {
            product = f.mul(product, extent(f, whole, i));
        }
        return f.let("elements", product);
    }

    /// The extent of an axis: a constant if that is known.
    static Object extent(BodyBuilder f, Expr whole, int axis) {
        OptionalLong constant = Dims.constant(((Shaped) whole.type()).shape().get(axis));
        return constant.isPresent() ? (Object) constant.getAsLong() : f.let("extent", f.dim(whole, axis));
    }

    /// This rank.
    Var me() {
        return me;
    }

    /// How many ranks there are.
    Var ranks() {
        return ranks;
    }

    private List<?> cell(Object rank) {
        var cell = new ArrayList<Object>();
        int dimensions = ((Shaped) signal.type()).rank();
        for (int i = 0; i < dimensions; i++) {
            cell.add(i == Math.max(axis, 0) ? position.apply(rank) : 0);
        }
        return cell;
    }

    /// Every rank but this one, in order.
    void eachPeer(Consumer<Var> body) {
        f.range("peer", 0, ranks, 1, peer -> f.when(f.ne(peer, me), () -> body.accept(peer)));
    }

    /// Adds to what this rank has sent to a peer.
    void send(Object peer, Object value) {
        f.run(f.signal(signal, peer, cell(me), value, NotifyOp.ATOMIC_ADD));
    }

    /// Waits until a peer has sent that much in all.
    void await(Object peer, Object total) {
        f.run(f.await(signal, cell(peer), total, WaitCmp.GE));
    }

    /// Takes what a peer has sent out of its cell.
    void clear(Object peer, Object total) {
        f.run(f.signal(signal, me, cell(peer), negative(total), NotifyOp.ATOMIC_ADD));
    }

    private Object negative(Object value) {
        return value instanceof Long number ? (Object) (-number) : f.sub(0, value);
    }

    /// What the cell of a peer counts now.
    Var count(Object peer) {
        return f.let("cell", f.read(signal, cell(peer)));
    }

    /// A barrier: no rank continues until all ranks have sent `value` once more, which makes `total`.
    void meet(Object value, Object total) {
        eachPeer(peer -> send(peer, value));
        eachPeer(peer -> await(peer, total));
    }

    /// The barrier of a collective that has met `before` times.
    void meet(long before) {
        meet(1, before + 1);
    }

    /// A barrier that leaves the cells of peers alone: every rank counts all others in the cell that is its own, and
    /// clears it.
    void meetAside() {
        eachPeer(peer -> f.run(f.signal(signal, peer, cell(peer), 1, NotifyOp.ATOMIC_ADD)));
        await(me, f.sub(ranks, 1));
        clear(me, f.let("others", f.sub(ranks, 1)));
    }

    /// Clears the cells of a collective in which every peer sent `total`.
    void clear(Object total) {
        eachPeer(peer -> clear(peer, total));
    }
}
