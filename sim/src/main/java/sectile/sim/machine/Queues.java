package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.component.ComponentKind;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.math.Tile;

/// The protocol of the inter-PE queues in time: what a kernel's send and receive do. [PairWay] has the other half, what
/// happens when payloads and credits arrive.
///
/// A kernel that is ahead of the clock may go on with a message that is here by the clock, and so was earlier than the
/// kernel's own time, and may fill a slot that is free by the clock; for anything else it waits.
final class Queues {
    private final Body body;
    private final Pe pe;
    private final Simulation simulation;
    private final long servicePs;
    private @Nullable QueuePair lastSentTo;
    private @Nullable QueuePair lastReceivedFrom;

    Queues(Body body) {
        this.body = body;
        this.pe = body.pe();
        this.simulation = pe.simulation();
        this.servicePs = simulation.service(ComponentKind.PE_IPCQ, 0);
    }

    private Ipcq ipcq() {
        Ipcq installed = pe.ipcq(body.launch().queueSet());
        if (installed == null) {
            throw Errors.nothingInstalled(body.launch().queueSet());
        }
        return installed;
    }

    /// Whether the kernel's queues are there.
    boolean areInstalled() {
        QueuePair last = lastSentTo == null ? lastReceivedFrom : lastSentTo;
        return (last != null && last.isInstalled()) || pe.ipcq(body.launch().queueSet()) != null;
    }

    /// The direction a kernel sends to; most kernels name the same one again and again.
    QueuePair sendTo(String direction) {
        QueuePair pair = same(lastSentTo, direction);
        lastSentTo = pair;
        return pair;
    }

    /// The direction a kernel receives from.
    QueuePair receiveFrom(String direction) {
        QueuePair pair = same(lastReceivedFrom, direction);
        lastReceivedFrom = pair;
        return pair;
    }

    private QueuePair same(@Nullable QueuePair last, String direction) {
        return last != null && last.isInstalled() && last.direction().equals(direction) ? last : ipcq().pair(direction);
    }

    void checkFits(QueuePair pair, long bytes) {
        if (bytes > pair.config().slotBytes()) {
            throw Errors.payloadTooLarge(bytes, pair.config().slotBytes(), pair.direction());
        }
    }

    /// Blocks while the peer's ring is full; goes on when the DMA engine has the payload, which fits a slot.
    void send(QueuePair pair, long bytes, DType dtype, Shape shape, @Nullable Tile value) {
        long asked = pe.kernelPs();
        while (pair.isFull()) {
            body.parkForCredit(pair);
        }
        handOver(pair, pe.way(pair), bytes, dtype, shape, value, asked);
    }

    /// Gives a payload to the DMA engine; its slot is free.
    ///
    /// @param asked when the kernel wanted to send
    void handOver(QueuePair pair, PairWay way, long bytes, DType dtype, Shape shape, @Nullable Tile value, long asked) {
        long ready = pe.kernelPs() + servicePs;
        long slot = pair.claimSlot();
        Arrival arrival = new Arrival(pair.head() - 1, slot, dtype, shape, bytes, simulation.newFlow());
        way.send(arrival, bytes, value, ready);
        pe.recordQueue(asked, ready, "send", pair.direction(), bytes, arrival.flow());
        pe.kernelAt(ready);
    }

    /// Blocks until a message is in some direction, and gives that direction.
    QueuePair anyPair() {
        // Which direction is first is a question of time, so nothing may be ahead of it.
        body.catchUp();
        Ipcq queues = ipcq();
        while (true) {
            QueuePair found = queues.anyArrived().orElse(null);
            if (found != null) {
                return found;
            }
            body.parkForAny();
        }
    }

    /// Blocks until message number `sequence` is here, and gives it; it still occupies its slot.
    Arrival receive(QueuePair pair, long sequence, DType dtype, Shape shape) {
        long asked = pe.kernelPs();
        while (!pair.hasArrived(sequence)) {
            body.parkForMessage(pair, sequence);
        }
        return accept(pair, sequence, dtype, shape, asked);
    }

    /// Takes note of a message that is here.
    ///
    /// @param asked when the kernel wanted it
    Arrival accept(QueuePair pair, long sequence, DType dtype, Shape shape, long asked) {
        pe.kernelAt(pe.kernelPs() + servicePs);
        Arrival arrival = pair.arrival(sequence);
        pe.recordQueue(asked, pe.kernelPs(), "recv", pair.direction(), arrival.bytes(), arrival.flow());
        if (arrival.dtype() != dtype || !arrival.shape().equals(shape)) {
            throw Errors.unexpectedPayload(pair, arrival, dtype, shape);
        }
        return arrival;
    }

    /// Gives the slot of a taken message back to its sender.
    void release(QueuePair pair, long sequence) {
        release(pair, pe.way(pair), sequence);
    }

    void release(QueuePair pair, PairWay way, long sequence) {
        int freed = pair.release(sequence);
        for (int i = 0; i < freed; i++) {
            way.giveBack(pe.kernelPs());
        }
    }
}
