package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Delivery;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.math.Tile;

/// The protocol of the inter-PE queues in time: what a kernel's send and receive do, and what happens when payloads and
/// credits
/// arrive.
final class Queues {
    private final Body body;
    private final Pe pe;
    private final Simulation simulation;

    Queues(Body body) {
        this.body = body;
        this.pe = body.pe();
        this.simulation = pe.simulation();
    }

    private Ipcq ipcq() {
        Ipcq installed = pe.ipcq(body.launch().queueSet());
        if (installed == null) {
            throw Errors.nothingInstalled(body.launch().queueSet());
        }
        return installed;
    }

    QueuePair pair(String direction) {
        return ipcq().pair(direction);
    }

    void checkFits(QueuePair pair, long bytes) {
        if (bytes > pair.config().slotBytes()) {
            throw Errors.payloadTooLarge(bytes, pair.config().slotBytes(), pair.direction());
        }
    }

    /// Blocks while the peer's ring is full; goes on when the DMA engine has the payload, which fits a slot.
    void send(QueuePair pair, long bytes, DType dtype, Shape shape, @Nullable Tile value) {
        long asked = simulation.now();
        while (pair.isFull()) {
            body.park(new Waiting.Send(pair));
        }
        long ready = simulation.now() + simulation.service(ComponentKind.PE_IPCQ, 0);
        long slot = pair.claimSlot();
        Arrival arrival = new Arrival(pair.head() - 1, slot, dtype, shape, simulation.newFlow());
        PairRoutes routes = pe.routes(pair);
        long start = pe.bookDmaOut(ready, bytes);
        Delivery delivery = () -> {
            if (value != null) {
                simulation.memory().write(slot, value.toBytes(), 0, value.byteSize());
            }
            arrived(routes.peer(), pair.installation(), arrival);
        };
        long rate = simulation.costs().dmaOutUnitsPerByte();
        simulation.fabric().send(routes.payload(), bytes, Channel.DATA, start, rate, delivery);
        pe.recordQueue(asked, ready, "send", pair.direction(), bytes, arrival.flow());
        body.sleepUntil(ready);
    }

    /// A payload's last byte is in the peer's memory, and what rides with it is in the peer's queue engine.
    private static void arrived(Pe peer, long installation, Arrival arrival) {
        QueuePair pair = null;
        for (Ipcq queues : peer.queues()) {
            pair = pair == null ? queues.byAddress(arrival.address()).orElse(null) : pair;
        }
        if (pair == null || pair.installation() != installation) {
            peer.unmatched();
            return;
        }
        pair.arrive(arrival);
        Body waiting = peer.body();
        if (waiting == null) {
            return;
        }
        boolean awaited = switch (waiting.waiting().orElse(Waiting.Engine.ENGINE)) {
            case Waiting.Recv recv -> recv.pair() == pair && pair.hasArrived(recv.sequence());
            case Waiting.RecvAny any -> true;
            case Waiting.Send send -> false;
            case Waiting.Engine engine -> false;
        };
        if (awaited) {
            waiting.resume();
        }
    }

    /// Blocks until a message is in some direction, and gives that direction.
    QueuePair anyPair() {
        Ipcq queues = ipcq();
        while (true) {
            QueuePair found = queues.anyArrived().orElse(null);
            if (found != null) {
                return found;
            }
            body.park(new Waiting.RecvAny());
        }
    }

    /// Blocks until message number `sequence` is here, and gives it; it still occupies its slot.
    Arrival receive(QueuePair pair, long sequence, DType dtype, Shape shape) {
        long asked = simulation.now();
        while (!pair.hasArrived(sequence)) {
            body.park(new Waiting.Recv(pair, sequence));
        }
        body.sleepUntil(simulation.now() + simulation.service(ComponentKind.PE_IPCQ, 0));
        Arrival arrival = pair.arrival(sequence);
        long bytes = arrival.dtype().bytesFor(arrival.shape().elements());
        pe.recordQueue(asked, simulation.now(), "recv", pair.direction(), bytes, arrival.flow());
        if (arrival.dtype() != dtype || !arrival.shape().equals(shape)) {
            throw Errors.unexpectedPayload(pair, arrival, dtype, shape);
        }
        return arrival;
    }

    /// Gives the slot of a taken message back to its sender.
    void release(QueuePair pair, long sequence) {
        int freed = pair.release(sequence);
        for (int i = 0; i < freed; i++) {
            long ring = pair.rxBase();
            PairRoutes routes = pe.routes(pair);
            simulation
                    .fabric()
                    .send(
                            routes.credit(),
                            pair.config().creditBytes(),
                            Channel.CONTROL,
                            () -> credited(routes.peer(), pair.installation(), ring));
        }
    }

    private static void credited(Pe sender, long installation, long ring) {
        QueuePair pair = null;
        for (Ipcq queues : sender.queues()) {
            pair = pair == null ? queues.byPeerRing(ring).orElse(null) : pair;
        }
        if (pair == null || pair.installation() != installation) {
            sender.unmatched();
            return;
        }
        pair.credit();
        Body waiting = sender.body();
        if (waiting != null
                && waiting.waiting().orElse(Waiting.Engine.ENGINE) instanceof Waiting.Send send
                && send.pair() == pair) {
            waiting.resume();
        }
    }
}
