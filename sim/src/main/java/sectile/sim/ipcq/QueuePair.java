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
public final class QueuePair {
    private final int index;
    private final long installation;
    private final String direction;
    private final Place peer;
    private final String peerDirection;
    private final QueueConfig config;
    private final int slots;
    private final long slotBytes;
    /// `slots − 1` if that is a mask, else −1: a division takes longer than all the rest of a look at a slot.
    private final int slotMask;

    private final long rxBase;
    private final long peerRxBase;
    /// What each slot holds: nothing, a message, or [#TAKEN] where the message was taken out of turn.
    private final @Nullable Arrival[] arrived;

    private static final Arrival TAKEN = new Arrival(-1, -1, DType.U8, Shape.scalar(), 0, 0);

    private boolean installed = true;
    private long head;
    private long tail;
    private long peerHead;
    private long peerTail;
    /// Messages some receive has asked for, arrived or not.
    private long reserved;

    /// A pair whose ring is empty.
    ///
    /// @param index of the pair among all its PE ever had
    /// @param installation a number both ends have in common, and no pair of another installation has
    /// @param rxBase where this direction's own ring begins, `peerRxBase` where the peer's does
    public QueuePair(
            int index,
            long installation,
            InstallPlan.Connection connection,
            QueueConfig config,
            long rxBase,
            long peerRxBase) {
        this.index = index;
        this.installation = installation;
        this.direction = connection.direction();
        this.peer = connection.peer();
        this.peerDirection = connection.peerDirection();
        this.config = config;
        this.slots = config.slots();
        this.slotBytes = config.slotBytes();
        this.slotMask = Integer.bitCount(slots) == 1 ? slots - 1 : -1;
        this.rxBase = rxBase;
        this.peerRxBase = peerRxBase;
        this.arrived = new Arrival[config.slots()];
    }

    /// The queues of a PE no longer have this pair: what is still under way to it belongs to nobody.
    public void uninstall() {
        installed = false;
    }

    public boolean isInstalled() {
        return installed;
    }

    public int index() {
        return index;
    }

    public long installation() {
        return installation;
    }

    public String direction() {
        return direction;
    }

    public Place peer() {
        return peer;
    }

    public String peerDirection() {
        return peerDirection;
    }

    public QueueConfig config() {
        return config;
    }

    public long rxBase() {
        return rxBase;
    }

    public long peerRxBase() {
        return peerRxBase;
    }

    // Sending

    public boolean isFull() {
        return head - peerTail == slots;
    }

    /// Takes the next slot of the peer's ring and gives its address.
    public long claimSlot() {
        if (isFull()) {
            throw new IllegalStateException("direction " + direction + ": the peer's ring is full");
        }
        long address = peerRxBase + slot(head) * slotBytes;
        head++;
        return address;
    }

    /// The peer has given a slot back.
    public void credit() {
        if (peerTail == head) {
            throw new IllegalStateException("direction " + direction + ": a credit for a message never sent");
        }
        peerTail++;
    }

    // Receiving

    public boolean owns(long address) {
        return address >= rxBase && address < rxBase + slots * slotBytes;
    }

    /// A payload's last byte is in the slot its address names. Payloads need not arrive in the order they were sent: a
    /// short one may overtake the chunks of a long one.
    public void arrive(Arrival arrival) {
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
    public boolean hasArrived(long sequence) {
        Arrival arrival = arrived[slot(sequence)];
        return arrival != null && arrival.sequence() == sequence;
    }

    /// Where message number `sequence` lies once it is here.
    public long slotAddress(long sequence) {
        return rxBase + slot(sequence) * slotBytes;
    }

    /// The number of the next message nobody has asked for, now asked for.
    public long reserve() {
        return reserved++;
    }

    /// Message number `sequence`, which has arrived and was not yet released.
    public Arrival arrival(long sequence) {
        Arrival arrival = arrived[slot(sequence)];
        if (arrival == null || arrival.sequence() != sequence) {
            throw new IllegalStateException("direction " + direction + ": message " + sequence + " is not here");
        }
        return arrival;
    }

    /// Says that message number `sequence` has been taken, and gives how many slots the sender may have back.
    /// Slots go back in order: a message taken out of turn keeps its slot until those before it are taken
    /// too.
    public int release(long sequence) {
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

    /// Whether something is here that nobody has asked for yet.
    public boolean hasUnreserved() {
        return hasArrived(reserved);
    }

    // For reports

    public long head() {
        return head;
    }

    public long tail() {
        return tail;
    }

    public long peerHead() {
        return peerHead;
    }

    public long peerTail() {
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
    }

    @Override
    public String toString() {
        return direction + " -> " + peer + " " + peerDirection + ": head " + head + ", tail " + tail + ", peer head "
                + peerHead + ", peer tail " + peerTail;
    }
}
