package sectile.sim.fabric;

import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Event;

/// A piece of a transfer on its way; as an event, its head's arrival at the next link, or its tail's at the end.
final class Chunk extends Event {
    private final Transfer transfer;
    private final long offset;
    final long bytes;
    /// When the first byte is at the link of `hop`, in fabric units.
    long head;
    /// When the last byte is there.
    private long tail;

    private int hop;
    /// The next in a link's queue.
    @Nullable
    Chunk behind;

    Chunk(Transfer transfer, long offset, long bytes, long head, long tail) {
        this.transfer = transfer;
        this.offset = offset;
        this.bytes = bytes;
        this.head = head;
        this.tail = tail;
    }

    int channel() {
        return transfer.channel;
    }

    /// Sets out: to the first link, or straight to the destination if no link is in the way.
    void depart() {
        long delay = Units.ofPicoseconds(transfer.route.delaysPs[0]);
        head += delay;
        tail += delay;
        approach();
    }

    private void approach() {
        boolean arriving = hop == transfer.route.links.length;
        if (arriving && !transfer.isLast(offset, bytes)) {
            return;
        }
        long time = Units.ceilPicoseconds(arriving ? tail : head);
        if (!arriving && time <= transfer.fabric.now()) {
            transfer.route.links[hop].offer(this);
        } else {
            transfer.fabric.engine().scheduleAt(this, time);
        }
    }

    @Override
    protected void fire() {
        if (hop == transfer.route.links.length) {
            transfer.delivery.delivered();
        } else {
            transfer.route.links[hop].offer(this);
        }
    }

    /// The link of this hop has taken the chunk up at `start` and is free again at `end`.
    void started(long start, long end) {
        if (hop == 0) {
            transfer.firstLinkFreeAt(offset + bytes, end);
        }
        hop++;
        long delay = Units.ofPicoseconds(transfer.route.delaysPs[hop]);
        head = start + delay;
        tail = Math.max(end, tail) + delay;
        approach();
    }
}
