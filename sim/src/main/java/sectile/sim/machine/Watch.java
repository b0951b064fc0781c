package sectile.sim.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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
import sectile.sim.fabric.Link;
import sectile.sim.ipcq.QueuePair;

/// Reports what kernels, their engines and the host do to an [Observer]. A machine that no code observes has none.
///
/// Kernels of an observed machine sleep until each operation has ended, so that events come in the order of simulated
/// time; times are those of any other run.
final class Watch {
    /// Programs on the same machine number their actors from 1.
    private static final long FIRST_ACTOR = 1L << 32;

    private final Simulation simulation;
    private final Observer observer;
    private final Storages storages;
    private final Actor host;
    private final IdentityHashMap<WiredPair, Actor[]> slots = new IdentityHashMap<>();
    private final Map<Place, CompositeWatch> composites = new HashMap<>();
    private final Map<Inbox, Storage> arrivals = new HashMap<>();
    private final Map<Place, Actor> lastKernels = new HashMap<>();
    private long actors = FIRST_ACTOR;

    /// Where messages of one direction arrive.
    private record Inbox(long installation, Place place, String direction) {}

    Watch(Simulation simulation, Observer observer) {
        this.simulation = simulation;
        this.observer = observer;
        this.storages = new Storages(simulation.addresses());
        this.host = actor(Actor.Kind.HOST, -1, "", "");
    }

    Storages storages() {
        return storages;
    }

    private Actor actor(Actor.Kind kind, int rank, String function, String place) {
        return new Actor(++actors, kind, rank, 0, function, -1, -1, place);
    }

    Actor engine(Place place, String what) {
        return actor(Actor.Kind.ENGINE, place.sip(), "", place + " " + what);
    }

    private long now() {
        return simulation.now();
    }

    // What every actor does

    /// @param physical where bytes begin that lie side by side in one memory
    void access(Actor actor, AccessKind kind, long physical, long bytes, Span span) {
        for (Region region : storages.regions(physical, bytes)) {
            observer.observe(new Event.Access(actor, region, kind, span, now()));
        }
    }

    void access(Actor actor, AccessKind kind, Piece piece, Span span) {
        for (Region region : storages.regions(piece.segments())) {
            observer.observe(new Event.Access(actor, region, kind, span, now()));
        }
    }

    void block(Actor actor, Wait waiting, Span span) {
        observer.observe(new Event.Block(actor, waiting, span, now()));
    }

    void resume(Actor actor, Span span) {
        observer.observe(new Event.Resume(actor, span, now()));
    }

    void delay(Actor actor, Wait by, long sincePs, long untilPs, Span span) {
        if (untilPs > sincePs) {
            observer.observe(new Event.Delay(actor, by, sincePs, untilPs, span, now()));
        }
    }

    void delay(Actor actor, Link link, long sincePs, long untilPs, Span span) {
        delay(actor, new Wait.Link(link.name()), sincePs, untilPs, span);
    }

    /// The outbound DMA is busy with what was asked for before.
    void awaitDma(Actor actor, Pe pe, int channel, long readyPs, Span span) {
        delay(actor, dmaOut(pe), readyPs, pe.dmaOutFreePs(channel), span);
    }

    static Wait dmaOut(Pe pe) {
        return new Wait.Engine("dma out of " + pe.place(), "");
    }

    /// A token has one release; one after that is of another run of the queue.
    void release(Actor actor, Token token, Span span) {
        observer.observe(new Event.Release(actor, token, true, span, now()));
    }

    void acquire(Actor actor, Token token, Span span) {
        observer.observe(new Event.Acquire(actor, token, span, now()));
    }

    // Launches

    /// The host sends a kernel to PEs. Gives the actors of its bodies.
    Map<Place, Actor> launched(Launch launch) {
        Map<Place, Actor> bodies = new HashMap<>();
        for (Place place : launch.where().places()) {
            Actor body = actor(Actor.Kind.BLOCK, place.sip(), launch.kernel().name(), place.toString());
            bodies.put(place, body);
            observer.observe(new Event.Start(host, body, Span.none(), now()));
            block(body, new Wait.Machine("for its launch", List.of()), Span.none());
        }
        return bodies;
    }

    /// A kernel begins, after the one before it on its PE.
    ///
    /// @param arrivedPs when its launch had come to the PE
    void started(Actor body, Place place, long arrivedPs) {
        Actor before = lastKernels.put(place, body);
        if (before != null) {
            delay(body, new Wait.End("the kernel before it", List.of(before)), arrivedPs, now(), Span.none());
        }
        resume(body, Span.none());
        if (before != null) {
            observer.observe(new Event.Join(body, before, Span.none(), now()));
        }
    }

    void ended(Actor body, Span span) {
        observer.observe(new Event.End(body, span, now()));
    }

    void joined(Launch launch, Map<Place, Actor> bodies) {
        for (Place place : launch.where().places()) {
            Actor body = bodies.get(place);
            if (body != null) {
                observer.observe(new Event.Join(host, body, Span.none(), now()));
            }
        }
    }

    // Copies of the host

    /// The host asks for a copy; gives the actor that carries it out.
    Actor copyStarted(boolean writes, long address, long bytes) {
        Actor copy = actor(Actor.Kind.ENGINE, -1, writes ? "copy in" : "copy out", "");
        observer.observe(new Event.Start(host, copy, Span.none(), now()));
        block(copy, new Wait.Transfer("copy", bytes, storages.memoryName(address)), Span.none());
        return copy;
    }

    void copied(Actor copy, boolean writes, long address, long bytes) {
        access(copy, writes ? AccessKind.WRITE : AccessKind.READ, address, bytes, Span.none());
    }

    void copyEnded(Actor copy) {
        resume(copy, Span.none());
        observer.observe(new Event.End(copy, Span.none(), now()));
        observer.observe(new Event.Join(host, copy, Span.none(), now()));
    }

    // Queues

    /// A kernel has given a payload to its DMA engine. Gives the actor that carries it: there is one for each slot
    /// of the peer's ring, because one slot has one message at a time, while messages of two slots may overtake.
    Actor sent(Body body, WiredPair pair, long sequence, long bytes) {
        Actor sender = body.actorOrThrow();
        Place place = body.pe().place();
        int count = pair.config().slots();
        if (sequence >= count) {
            acquire(sender, QueueToken.sent(pair, sequence - count).credit(), body.opSpan());
        }
        int slot = pair.slotNumber(sequence);
        Actor[] ofPair = slots.computeIfAbsent(pair, key -> new Actor[count]);
        Actor carrier = ofPair[slot];
        if (carrier == null) {
            carrier = engine(place, "dma, `" + pair.direction() + "` slot " + slot);
            ofPair[slot] = carrier;
        }
        Token asked = asked(carrier, sequence);
        release(sender, asked, body.opSpan());
        block(
                carrier,
                new Wait.Transfer("payload", bytes, "queue `" + pair.direction() + "` to " + pair.peer()),
                body.opSpan());
        return carrier;
    }

    /// A request to an engine.
    Token asked(Actor engine, long turn) {
        return new Token(Token.Kind.ENGINE, engine.place() + " asked", turn, "a request to " + engine.place());
    }

    /// A payload is in the ring of the receiver.
    void arrived(Actor carrier, WiredPair sender, long sequence, long address, long bytes, Span span) {
        resume(carrier, span);
        acquire(carrier, asked(carrier, sequence), span);
        Floor floor = simulation.floor();
        if (floor != null && floor.watchesArrivals()) {
            var inbox = new Inbox(sender.installation(), sender.peer(), sender.peerDirection());
            observer.observe(
                    new Event.Access(carrier, arrival(inbox, sender, sequence), AccessKind.SIGNAL_ADD, span, now()));
        }
        access(carrier, AccessKind.WRITE, address, bytes, span);
        release(carrier, QueueToken.sent(sender, sequence).message(), span);
    }

    /// A kernel has looked in all directions for the next message of each. Also in those after the one it takes: where
    /// that message had been missing, any of the others would have let the kernel continue.
    void looked(Actor kernel, List<WiredPair> pairs, Span span) {
        for (WiredPair pair : pairs) {
            var inbox = new Inbox(pair.installation(), pair.place(), pair.direction());
            observer.observe(new Event.Access(
                    kernel, arrival(inbox, pair, pair.nextUnreserved()), AccessKind.POLL, span, now()));
        }
    }

    /// What the arrival of one message changes, and nothing else does: messages may arrive in any order, and only
    /// a kernel that looks for one sees a difference.
    private Region arrival(Inbox inbox, WiredPair pair, long sequence) {
        Storage storage = arrivals.computeIfAbsent(
                inbox,
                at -> new Storage.Named(
                        "arrivals " + at.installation + " at " + at.place + " from " + at.direction,
                        "what has arrived at " + at.place + " from `" + at.direction + "`",
                        at.place.sip(),
                        pair.config().slots()));
        return Region.bytes(storage, pair.slotNumber(sequence), 1);
    }

    void accepted(Body body, WiredPair pair, long sequence) {
        acquire(body.actorOrThrow(), QueueToken.received(pair, sequence).message(), body.opSpan());
    }

    /// The slots of some messages, up to a certain one, go back to the sender.
    void gaveBack(Body body, WiredPair pair, long last, int count) {
        for (long sequence = last - count + 1; sequence <= last; sequence++) {
            release(body.actorOrThrow(), QueueToken.received(pair, sequence).credit(), body.opSpan());
        }
    }

    /// What a kernel waits for that needs the peer of a queue.
    Wait awaited(QueuePair pair, boolean element, long sequence) {
        return QueueWaits.of(simulation.addresses(), pair, element, sequence, this::kernelOn);
    }

    Wait awaitedAny(List<WiredPair> pairs) {
        return QueueWaits.any(pairs, this::kernelOn);
    }

    /// The kernel that runs on a PE now, if one does.
    private List<Actor> kernelOn(Place place) {
        Body body = simulation.pe(place).body();
        var found = new ArrayList<Actor>();
        if (body != null) {
            found.add(body.actorOrThrow());
        }
        return found;
    }

    // Composites

    CompositeWatch composite(Pe pe) {
        return composites.computeIfAbsent(pe.place(), place -> new CompositeWatch(this, place));
    }
}
