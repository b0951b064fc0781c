package sectile.sim.machine;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.Tile;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Ipcq;

/// The queues of a kernel: finding them, and waiting for them. A [WiredPair] has the rest of the protocol.
///
/// A kernel that is ahead of the clock may continue with a message that is here by the clock, so earlier than the
/// kernel's own time, and may fill a slot that is free by the clock; for anything else it waits.
final class Queues {
    private final Body body;
    private final Pe pe;
    private @Nullable Ipcq<WiredPair> found;
    private @Nullable WiredPair lastSentTo;
    private @Nullable WiredPair lastReceivedFrom;

    Queues(Body body) {
        this.body = body;
        this.pe = body.pe();
    }

    /// Whether the kernel's queues are there. Once there they stay: those of a kernel that runs are not taken away.
    boolean areInstalled() {
        if (found == null) {
            found = pe.queues().set(body.launch().queueSet());
        }
        return found != null;
    }

    List<WiredPair> pairs() {
        return ipcq().pairs();
    }

    private Ipcq<WiredPair> ipcq() {
        if (!areInstalled()) {
            throw Errors.nothingInstalled(body.launch().queueSet());
        }
        return Objects.requireNonNull(found);
    }

    /// The direction a kernel sends to; most kernels name the same one again and again.
    WiredPair sendTo(String direction) {
        WiredPair pair = lastSentTo;
        if (pair == null || !pair.direction().equals(direction)) {
            pair = ipcq().pair(direction);
            lastSentTo = pair;
        }
        return pair;
    }

    /// The direction a kernel receives from.
    WiredPair receiveFrom(String direction) {
        WiredPair pair = lastReceivedFrom;
        if (pair == null || !pair.direction().equals(direction)) {
            pair = ipcq().pair(direction);
            lastReceivedFrom = pair;
        }
        return pair;
    }

    void checkFits(WiredPair pair, long bytes) {
        if (bytes > pair.config().slotBytes()) {
            throw Errors.payloadTooLarge(bytes, pair.config().slotBytes(), pair.direction());
        }
    }

    /// Blocks while the peer's ring is full; continues when the DMA engine has the payload, which fits a slot.
    void send(WiredPair pair, long bytes, DType dtype, Shape shape, @Nullable Tile value) {
        long asked = pe.kernelPs();
        while (pair.isFull()) {
            body.parkForCredit(pair);
        }
        body.awaitTurn();
        pair.handOver(bytes, dtype, shape, value, asked);
    }

    /// Blocks until a message is in some direction, and gives that direction.
    WiredPair anyPair() {
        // Which direction is first is a question of time, so nothing may be ahead of it.
        body.catchUp();
        Ipcq<WiredPair> queues = ipcq();
        while (!queues.hasArrived()) {
            body.parkForAny(queues.pairs());
        }
        body.awaitTurn();
        body.looksAtAll(queues.pairs());
        return queues.anyArrived().orElseThrow();
    }

    /// Blocks until message number `sequence` is here, and gives it; it still occupies its slot.
    ///
    /// @param asked when the kernel began to wait for it
    Arrival receive(WiredPair pair, long sequence, DType dtype, Shape shape, long asked) {
        while (!pair.hasArrived(sequence)) {
            body.parkForMessage(pair, sequence);
        }
        body.awaitTurn();
        return pair.accept(sequence, dtype, shape, asked);
    }
}
