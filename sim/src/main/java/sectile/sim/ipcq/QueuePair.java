package sectile.sim.ipcq;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;

/// One direction of one PE: the ring it receives in, and its view of the ring it sends into.
///
/// `head` counts messages sent, `tail` messages taken; `peerHead` counts messages that arrived here,
/// `peerTail` messages the peer has given credit for. The peer's ring is full when `head − peerTail` equals
/// the number of slots.
public class QueuePair {
    private final long installation;
    private final InstallPlan.Connection connection;
    private final String direction;
    private final QueueConfig config;
    private final int slots;
    private final long slotBytes;
    /// `slots − 1` if that is a mask, else −1: a division takes longer than all the rest of a look at a slot.
    private final int slotMask;

    private final long rxBase;
    private final long peerRxBase;
    /// What each slot holds: nothing, a message, or [#TAKEN] where the message was taken out of turn.
    private final @Nullable Arrival[] arrived;

    private static final Arrival TAKEN = new Arrival();

    /// What rides with the messages in the peer's ring, by slot; made when first needed.
    private @Nullable Arrival[] sent = new Arrival[0];

    private boolean installed = true;
    private long head;
    private long tail;
    private long peerHead;
    private long peerTail;
    /// Messages some receive has asked for, arrived or not.
    private long reserved;

    /// A pair whose ring is empty.
    ///
    /// @param installation a number both ends have in common, and no pair of another installation has
    /// @param rxBase where this direction's own ring begins, `peerRxBase` where the peer's does
    public QueuePair(
            long installation, InstallPlan.Connection connection, QueueConfig config, long rxBase, long peerRxBase) {
        this.installation = installation;
        this.connection = connection;
        // A kernel's literal is then the same object, and comparing them takes no look into either.
        this.direction = connection.direction().intern();
        this.config = config;
        this.slots = config.slots();
        this.slotBytes = config.slotBytes();
        this.slotMask = Integer.bitCount(slots) == 1 ? slots - 1 : -1;
        this.rxBase = rxBase;
        this.peerRxBase = peerRxBase;
        this.arrived = new Arrival[config.slots()];
    }

    /// The queues of a PE no longer have this pair: what is still in flight to it belongs to no queue.
    public final void uninstall() {
        installed = false;
    }

    public final boolean isInstalled() {
        return installed;
    }

    public final long installation() {
        return installation;
    }

    public final String direction() {
        return direction;
    }

    public final Place peer() {
        return connection.peer();
    }

    public final String peerDirection() {
        return connection.peerDirection();
    }

    public final QueueConfig config() {
        return config;
    }

    public final long rxBase() {
        return rxBase;
    }

    public final long peerRxBase() {
        return peerRxBase;
    }

    // Sending

    public final boolean isFull() {
        return head - peerTail == slots;
    }

    /// Takes the next slot of the peer's ring for a message, and gives what is to arrive there.
    ///
    /// @param flow a number that no other message of the run has
    public final Arrival claimSlot(DType dtype, Shape shape, long bytes, long flow) {
        if (isFull()) {
            throw new IllegalStateException("direction " + direction() + ": the peer's ring is full");
        }
        int slot = slot(head);
        Arrival arrival = ofSlot(slot);
        arrival.set(head, peerRxBase + slot * slotBytes, dtype, shape, bytes, flow);
        head++;
        return arrival;
    }

    private Arrival ofSlot(int slot) {
        if (sent.length == 0) {
            sent = new Arrival[slots];
        }
        Arrival arrival = sent[slot];
        if (arrival == null) {
            arrival = new Arrival();
            sent[slot] = arrival;
        }
        return arrival;
    }

    /// The peer has given a slot back.
    public final void credit() {
        if (peerTail == head) {
            throw new IllegalStateException("direction " + direction() + ": a credit for a message never sent");
        }
        peerTail++;
    }

    // Receiving

    public final boolean owns(long address) {
        return address >= rxBase && address < rxBase + slots * slotBytes;
    }

    /// A payload's last byte is in the slot its address names. Payloads need not arrive in the order they were sent: a
    /// short one may overtake the chunks of a long one.
    public final void arrive(Arrival arrival) {
        arrived[slotAt(arrival)] = arrival;
        peerHead++;
    }

    /// The slot an address names, which is the one the message's number leads to if the sender counts as we do.
    private int slotAt(Arrival arrival) {
        int expected = slot(arrival.sequence());
        long offset = arrival.address() - rxBase;
        return offset == expected * slotBytes ? expected : Math.toIntExact(offset / slotBytes);
    }

    /// Whether message number `sequence` (from 0) is here and was not yet released.
    public final boolean hasArrived(long sequence) {
        Arrival arrival = arrived[slot(sequence)];
        return arrival != null && arrival.sequence() == sequence;
    }

    /// Where message number `sequence` lies once it is here.
    public final long slotAddress(long sequence) {
        return rxBase + slot(sequence) * slotBytes;
    }

    /// Where message number `sequence` lies in the peer's ring.
    public final long peerSlotAddress(long sequence) {
        return peerRxBase + slot(sequence) * slotBytes;
    }

    /// The slot of message number `sequence`, in this ring or the peer's.
    public final int slotNumber(long sequence) {
        return slot(sequence);
    }

    /// The number of the next message that was not asked for.
    public final long nextUnreserved() {
        return reserved;
    }

    /// The number of the next message that was not asked for, now asked for.
    public final long reserve() {
        return reserved++;
    }

    /// Message number `sequence`, which has arrived and was not yet released.
    public final Arrival arrival(long sequence) {
        Arrival arrival = arrived[slot(sequence)];
        if (arrival == null || arrival.sequence() != sequence) {
            throw new IllegalStateException("direction " + direction() + ": message " + sequence + " is not here");
        }
        return arrival;
    }

    /// Says that message number `sequence` has been taken, and gives how many slots the sender may have back.
    /// Slots go back in order: a message taken out of turn keeps its slot until those before it are taken
    /// too.
    public final int release(long sequence) {
        if (sequence != tail) {
            arrived[slot(sequence)] = TAKEN;
            return 0;
        }
        int freed = 0;
        do {
            arrived[slot(tail)] = null;
            tail++;
            freed++;
        } while (isTaken(arrived[slot(tail)]));
        return freed;
    }

    private static boolean isTaken(@Nullable Arrival arrival) {
        return arrival == TAKEN;
    }

    private int slot(long sequence) {
        return slotMask >= 0 ? (int) sequence & slotMask : (int) (sequence % slots);
    }

    /// Whether something is here that was not asked for yet.
    public final boolean hasUnreserved() {
        return hasArrived(reserved);
    }

    // For reports

    public final long head() {
        return head;
    }

    public final long tail() {
        return tail;
    }

    public final long peerHead() {
        return peerHead;
    }

    public final long peerTail() {
        return peerTail;
    }

    /// Back to the state after installation.
    public void reset() {
        head = 0;
        tail = 0;
        peerHead = 0;
        peerTail = 0;
        reserved = 0;
        Arrays.fill(arrived, null);
        // What was in flight may still be referenced.
        sent = new Arrival[0];
    }

    @Override
    public String toString() {
        return direction() + " -> " + peer() + " " + peerDirection() + ": head " + head + ", tail " + tail
                + ", peer head " + peerHead + ", peer tail " + peerTail;
    }
}
