package sectile.sim.machine;

import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.sim.Place;
import sectile.sim.kernel.GemmPlan.Window;

/// Reports what the engines of a PE do in a composite: one actor for the loads of each tile buffer, one for the
/// products and one for the stores, because nothing orders the loads of one buffer after the products of the other.
final class CompositeWatch {
    private static final int BUFFERS = 2;

    private final Watch watch;
    private final Place place;
    private final Actor[] loads = new Actor[BUFFERS];
    private final Actor products;
    private final Actor stores;
    private Span span = Span.none();
    /// Steps of composites before this one, so that no two tokens are the same.
    private long first;

    private long turns;

    CompositeWatch(Watch watch, Place place) {
        this.watch = watch;
        this.place = place;
        for (int i = 0; i < BUFFERS; i++) {
            loads[i] = watch.engine(place, "composite loads into buffer " + i);
        }
        products = watch.engine(place, "composite products");
        stores = watch.engine(place, "composite stores");
    }

    private Token token(String what, long turn) {
        return new Token(Token.Kind.ENGINE, place + " composite " + what, turn, "a " + what + " of a composite");
    }

    /// The kernel has asked for it.
    void begun(Actor kernel, Span where, long steps) {
        first = turns;
        turns += steps;
        span = where;
        Token asked = token("request", first);
        watch.release(kernel, asked, span);
        for (Actor actor : loads) {
            watch.acquire(actor, asked, span);
        }
        watch.acquire(products, asked, span);
        watch.acquire(stores, asked, span);
    }

    /// The tiles of a step are asked for; gives who loads them.
    Dma.By loading(long step, Window a, Window b) {
        Actor loader = loader(step);
        if (step >= BUFFERS) {
            watch.acquire(loader, token("product", first + step - BUFFERS), span);
        }
        watch.block(
                loader,
                new Wait.Transfer(
                        "load", a.bytes() + b.bytes(), watch.storages().memoryName(a.address())),
                span);
        return new Dma.By(watch, loader, span);
    }

    private Actor loader(long step) {
        return loads[(int) (step % BUFFERS)];
    }

    void loaded(long step) {
        watch.resume(loader(step), span);
        watch.release(loader(step), token("load", first + step), span);
    }

    void multiplying(long step) {
        watch.acquire(products, token("load", first + step), span);
        watch.block(products, new Wait.Engine("gemm of " + place, "gemm"), span);
    }

    void multiplied(long step) {
        watch.resume(products, span);
        watch.release(products, token("product", first + step), span);
    }

    /// A tile of the result is written; gives who does it.
    Dma.By storing(long step) {
        watch.acquire(stores, token("product", first + step), span);
        return new Dma.By(watch, stores, span);
    }

    void ended(Actor kernel) {
        watch.release(stores, token("end", first), span);
        watch.acquire(kernel, token("end", first), span);
    }
}
