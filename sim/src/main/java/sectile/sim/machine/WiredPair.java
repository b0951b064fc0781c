package sectile.sim.machine;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.Tile;
import sectile.base.observe.Actor;
import sectile.base.observe.Wait;
import sectile.sim.Place;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Units;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Directions;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.path.Cause;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;
import sectile.sim.topology.Direction;

/// A queue pair of a PE, and the routes of its messages: payloads to the peer's ring, credits to its queue engine.
///
/// One object for both, for a machine of many PEs spends its time on fetching objects.
final class WiredPair extends QueuePair {
    private static final long ANY = -1;
    private static final long NONE = -2;
    private static final long UNKNOWN = -1;

    private final Pe pe;
    private final int index;
    /// The routes are found when the pair is first used: links are numbered in the order they are first used.
    private @Nullable Pe peerPe;

    private @Nullable Route payloadRoute;
    private @Nullable Route creditRoute;
    /// The peer's pair that payloads go to, and the one that credits go to, once known.
    private @Nullable WiredPair payloadTarget;

    private @Nullable WiredPair creditTarget;

    /// The kernel that waited last, and for which message: [#ANY] for whichever is first, [#NONE] if it does not wait.
    /// It is here and not with the kernel so that a message that no kernel waits for need not look there.
    private @Nullable Waiter waiter;

    private long awaited = NONE;
    private boolean awaitsCredit;
    /// Credits that were not sent.
    private int lost;
    /// By slot, the message whose bytes it holds; empty in a run without values.
    private long[] contents = {};
    /// Known where the machine is traced.
    private @Nullable Names names;

    /// What its operations are called.
    private record Names(String send, String recv, String credit) {}

    /// @param index of the pair in its set
    WiredPair(
            Pe pe,
            int index,
            long installation,
            InstallPlan.Connection connection,
            QueueConfig config,
            long rxBase,
            long peerRxBase) {
        super(installation, connection, config, rxBase, peerRxBase);
        this.pe = pe;
        this.index = index;
    }

    int index() {
        return index;
    }

    private Names names() {
        Names known = names;
        if (known == null) {
            known = new Names("send " + direction(), "recv " + direction(), "credit " + direction());
            names = known;
        }
        return known;
    }

    private void findWays() {
        Simulation simulation = pe.simulation();
        peerPe = simulation.pe(peer());
        Endpoint self = Endpoint.pe(pe.place());
        // Two SIPs may be joined by two links, one east and one west of each: a queue uses the one it is named after.
        Optional<Direction> port = Directions.port(direction());
        payloadRoute = simulation.queueRoute(self, Addresses.endpoint(simulation, peerRxBase()), port);
        creditRoute = simulation.queueRoute(self, Endpoint.pe(peer()), port);
    }

    private Route payloadRoute() {
        if (payloadRoute == null) {
            findWays();
        }
        return Objects.requireNonNull(payloadRoute);
    }

    private Route creditRoute() {
        if (creditRoute == null) {
            findWays();
        }
        return Objects.requireNonNull(creditRoute);
    }

    private Pe peerPe() {
        return Objects.requireNonNull(peerPe);
    }

    // Who waits

    /// The kernel continues when message number `sequence` is here.
    void awaitMessage(Waiter who, long sequence) {
        waiter = who;
        awaited = sequence;
    }

    /// The same for any message.
    void awaitAny(Waiter who) {
        awaitMessage(who, ANY);
    }

    void stopWaiting() {
        awaited = NONE;
    }

    /// The kernel continues when there is room in the peer's ring.
    void awaitCredit(Waiter who) {
        waiter = who;
        awaitsCredit = true;
    }

    @Override
    public void reset() {
        super.reset();
        waiter = null;
        awaited = NONE;
        awaitsCredit = false;
        contents = new long[0];
        lost = 0;
    }

    // What the kernel does

    /// Gives a payload to the DMA engine; its slot is free.
    ///
    /// @param asked when the kernel wanted to send
    void handOver(long bytes, DType dtype, Shape shape, @Nullable Tile value, long asked) {
        Simulation simulation = pe.simulation();
        long ready = pe.kernelPs() + pe.queuePs();
        Arrival arrival = claimSlot(dtype, shape, bytes, simulation.newFlow());
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.queued(ready, names().send(), pe.line());
            trail.purpose(names().send(), pe.line(), Cause.MESSAGE);
        }
        Watch watch = simulation.watch();
        if (watch == null) {
            arrival.carry(value, pe.line());
        } else {
            carryWatched(watch, arrival, value, ready);
        }
        Step queued = trail == null ? null : trail.latest();
        Cause after = pe.after();
        long start = pe.bookDmaOut(pe.channel(this), ready, bytes);
        simulation
                .fabric()
                .send(
                        simulation.messages().payload(this, payloadTarget, arrival, pe, ready),
                        payloadRoute(),
                        bytes,
                        Channel.DATA,
                        start + delay(),
                        pe.costs().dmaOutUnitsPerByte());
        if (trail != null && queued != null) {
            trail.latest(queued);
        }
        pe.recordQueue(asked, pe.kernelPs(), ready, "send", direction(), bytes, arrival.flow(), after);
        pe.kernelAt(ready);
    }

    /// How late the next payload leaves, in units of the fabric.
    private long delay() {
        Fault fault = pe.simulation().faults().next(Fault.Kind.DELAYED_MESSAGE, place(), direction());
        return fault == null ? 0 : Units.ofPicoseconds(fault.delayPs());
    }

    private void carryWatched(Watch watch, Arrival arrival, @Nullable Tile value, long ready) {
        Body body = kernel();
        Actor carrier = watch.sent(body, this, arrival.sequence(), arrival.bytes());
        watch.awaitDma(carrier, pe, pe.channel(this), ready, body.opSpan());
        arrival.carry(value, pe.line(), new Arrival.Carrier(carrier, body.opSpan()));
        body.expect(new Wait.Engine("queue engine of " + pe.place(), "send " + direction()));
    }

    private Body kernel() {
        return Objects.requireNonNull(pe.body());
    }

    /// Names what brings a message to the peer, which is the same for all messages of a slot.
    String carrierPath(long sequence) {
        return pe.place() + ">" + direction() + "." + slotNumber(sequence) + "@" + installation();
    }

    Place place() {
        return pe.place();
    }

    /// Takes note of a message that is here.
    ///
    /// @param asked when the kernel wanted it
    Arrival accept(long sequence, DType dtype, Shape shape, long asked) {
        long begun = pe.kernelPs();
        Arrival arrival = arrival(sequence);
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.received(arrival.brought(), begun + pe.queuePs(), names().recv(), pe.line());
            arrival.broughtBy(null);
        }
        pe.kernelAt(begun + pe.queuePs());
        Watch watch = pe.simulation().watch();
        if (watch != null) {
            watch.accepted(kernel(), this, sequence);
            kernel().expect(new Wait.Engine("queue engine of " + pe.place(), "recv " + direction()));
        }
        pe.recordQueue(asked, begun, pe.kernelPs(), "recv", direction(), arrival.bytes(), arrival.flow(), pe.after());
        if (arrival.dtype() != dtype || !arrival.shape().equals(shape)) {
            throw Errors.unexpectedPayload(this, arrival, dtype, shape);
        }
        return arrival;
    }

    /// How many of some credits are lost.
    private int losses(int credits) {
        int losses = 0;
        for (int i = 0; i < credits; i++) {
            losses += pe.simulation().faults().happens(Fault.Kind.LOST_CREDIT, place(), direction()) ? 1 : 0;
        }
        lost += losses;
        return losses;
    }

    /// Gives the slot of a taken message back to its sender.
    void giveBack(long sequence) {
        int freed = release(sequence);
        if (pe.simulation().faults().any()) {
            freed -= losses(freed);
        }
        Watch watch = pe.simulation().watch();
        if (watch != null) {
            // The sender continues after a later credit in place of a lost one.
            watch.gaveBack(kernel(), this, tail() - 1 - lost, freed);
        }
        EngineTrail trail = pe.trail();
        if (trail != null && freed > 0) {
            trail.continueFromKernel(names().credit(), pe.line(), Cause.CREDIT);
        }
        for (int i = 0; i < freed; i++) {
            Simulation simulation = pe.simulation();
            simulation
                    .fabric()
                    .send(
                            simulation.messages().credit(this, creditTarget),
                            creditRoute(),
                            config().creditBytes(),
                            Channel.CONTROL,
                            Units.ofPicoseconds(pe.kernelPs()),
                            0);
        }
    }

    // What happens when a message of the peer has come

    /// A payload's last byte is in this pair's ring, and what rides with it is in the queue engine.
    void arrived(Arrival arrival) {
        Trail trail = pe.simulation().trail();
        if (trail != null) {
            arrival.broughtBy(trail.now());
        }
        arrive(arrival);
        if (awaited != NONE && (awaited == ANY || hasArrived(awaited))) {
            awaited = NONE;
            Objects.requireNonNull(waiter).resume();
        }
    }

    /// The bytes of a message are in its slot.
    void wrote(Arrival arrival) {
        if (contents.length == 0) {
            contents = new long[config().slots()];
            Arrays.fill(contents, UNKNOWN);
        }
        contents[slotNumber(arrival.sequence())] = arrival.sequence();
    }

    /// A diagnostic if a slot no longer holds a message.
    void checkStill(long message) {
        long now = contents.length == 0 ? UNKNOWN : contents[slotNumber(message)];
        if (now != UNKNOWN && now != message) {
            throw Errors.slotOverwritten(this, message, now);
        }
    }

    /// A credit is in the queue engine.
    void credited() {
        credit();
        if (awaitsCredit) {
            awaitsCredit = false;
            Objects.requireNonNull(waiter).resume();
        }
    }

    // Where messages go: asked when the peer's pair is not known yet, or no longer there

    /// The pair whose ring a payload is in; if none is, the peer takes note of that.
    @Nullable
    WiredPair findPayloadTarget(Arrival arrival) {
        payloadTarget = checked(peerPe().queues().byAddress(arrival.address()));
        if (payloadTarget == null) {
            peerPe().queues().unmatched(installation(), arrival);
        }
        return payloadTarget;
    }

    /// The same for a credit.
    @Nullable
    WiredPair findCreditTarget() {
        creditTarget = checked(peerPe().queues().byPeerRing(rxBase()));
        if (creditTarget == null) {
            peerPe().queues().unmatchedCredit();
        }
        return creditTarget;
    }

    /// A pair of the peer if it is of the same installation as this one.
    private @Nullable WiredPair checked(@Nullable WiredPair found) {
        return found != null && found.installation() == installation() ? found : null;
    }
}
