package sectile.sim.fabric;

import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Event;

/// A piece of a transfer on its way; as an event, its head's arrival at the next link, or its tail's at the end.
///
/// A transfer that is not cut is its own only chunk, so that most messages are one object.
abstract sealed class Chunk extends Event permits Transfer, Transfer.Piece {
    private final Transfer transfer;
    private long offset;
    private long bytes;
    /// When the first byte is at the link of `hop`, in fabric units.
    private long head;
    /// When the last byte is there.
    private long tail;

    private int hop;
    /// The link of `hop`; null behind the last one. Known when its event fires, so that the route need not be fetched
    /// first.
    private @Nullable Link ahead;
    /// The next in a link's queue.
    @Nullable
    Chunk behind;

    /// A piece of another transfer.
    Chunk(Transfer transfer) {
        this.transfer = transfer;
    }

    /// A transfer of its own.
    Chunk() {
        this.transfer = (Transfer) this;
    }

    long bytes() {
        return bytes;
    }

    long head() {
        return head;
    }

    int channel() {
        return transfer.channel();
    }

    /// Sets out: to the first link, or straight to the destination if no link is in the way.
    void depart(long fromOffset, long size, long firstByte, long lastByte) {
        offset = fromOffset;
        bytes = size;
        hop = 0;
        behind = null;
        long delay = transfer.route().delayUnits(0);
        head = firstByte + delay;
        tail = lastByte + delay;
        approach(transfer.route());
    }

    private void approach(Route route) {
        Link next = hop == route.hops() ? null : route.link(hop);
        ahead = next;
        Fabric fabric = transfer.fabric();
        if (next != null) {
            long time = Units.ceilPicoseconds(head);
            if (time <= fabric.now()) {
                next.offer(this);
            } else {
                fabric.engine().scheduleAt(this, time);
            }
        } else if (transfer.endsWith(offset + bytes)) {
            fabric.engine().scheduleAt(this, Units.ceilPicoseconds(tail));
        }
    }

    @Override
    protected final void fire() {
        Link next = ahead;
        if (next == null) {
            transfer.delivered();
        } else {
            next.offer(this);
        }
    }

    /// The link of this hop has taken the chunk up at `start` and is free again at `end`.
    void started(long start, long end) {
        if (hop == 0) {
            transfer.firstLinkFreeAt(offset + bytes, end);
        }
        hop++;
        Route route = transfer.route();
        long delay = route.delayUnits(hop);
        head = start + delay;
        tail = Math.max(end, tail) + delay;
        approach(route);
    }
}
