package sectile.sim.functional;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.base.observe.Region;
import sectile.base.observe.Storage;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.sim.Place;
import sectile.sim.memory.Memory;

/// Reports what the kernels of a functional run do to an [Observer]. Queues have no slots here, so no order comes
/// from credits, and events have no time.
final class FunctionalWatch {
    private static final long NO_TIME = -1;

    private final Observer observer;
    private final Actor host = new Actor(1, Actor.Kind.HOST, -1, 0, "", -1, -1, "");
    private final Map<Place, Storage> tcms = new HashMap<>();
    private final IdentityHashMap<Memory, Storage> inputs = new IdentityHashMap<>();
    private final long tcmBytes;

    FunctionalWatch(Observer observer, long tcmBytes) {
        this.observer = observer;
        this.tcmBytes = tcmBytes;
    }

    void started(Actor kernel) {
        observer.observe(new Event.Start(host, kernel, Span.none(), NO_TIME));
    }

    void ended(Actor kernel) {
        observer.observe(new Event.End(kernel, Span.none(), NO_TIME));
    }

    void joined(Actor kernel) {
        observer.observe(new Event.Join(host, kernel, Span.none(), NO_TIME));
    }

    void input(Memory memory, int rank, long bytes) {
        inputs.computeIfAbsent(memory, key -> new Storage.Named("input " + inputs.size(), "the input", rank, bytes));
    }

    /// @param offset from the first byte of the input
    void accessInput(Actor kernel, Memory memory, AccessKind kind, long offset, long bytes, Span span) {
        access(kernel, inputs.get(memory), kind, offset, bytes, span);
    }

    /// @param offset from the first byte of TCM
    void accessTcm(Actor kernel, Place place, AccessKind kind, long offset, long bytes, Span span) {
        Storage tcm = tcms.computeIfAbsent(
                place, key -> new Storage.Named("TCM of " + key, "TCM of " + key, key.sip(), tcmBytes));
        access(kernel, tcm, kind, offset, bytes, span);
    }

    private void access(Actor kernel, @Nullable Storage storage, AccessKind kind, long offset, long bytes, Span span) {
        if (storage != null && bytes > 0) {
            observer.observe(new Event.Access(kernel, Region.bytes(storage, offset, bytes), kind, span, NO_TIME));
        }
    }

    private static Token message(Place from, String direction, long sequence) {
        return new Token(
                Token.Kind.ELEMENT,
                from + " " + direction,
                sequence,
                "message " + sequence + " of " + from + " to `" + direction + "`");
    }

    void sent(Actor kernel, Place from, String direction, long sequence, Span span) {
        observer.observe(new Event.Release(kernel, message(from, direction, sequence), true, span, NO_TIME));
    }

    void received(Actor kernel, Place from, String direction, long sequence, Span span) {
        observer.observe(new Event.Acquire(kernel, message(from, direction, sequence), span, NO_TIME));
    }

    void block(Actor kernel, Wait waiting, Span span) {
        observer.observe(new Event.Block(kernel, waiting, span, NO_TIME));
    }

    void resume(Actor kernel, Span span) {
        observer.observe(new Event.Resume(kernel, span, NO_TIME));
    }
}
