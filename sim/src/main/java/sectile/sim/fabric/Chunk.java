package sectile.sim.fabric;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Event;

/// A piece of a transfer on its way; as an event, its head's arrival at the next link, or its tail's at the end.
///
/// A transfer that is not cut is its own only chunk, so that most messages are one object.
abstract sealed class Chunk extends Event permits Transfer, Piece {
    private final Transfer transfer;
    private long bytes;
    /// When the first byte is at the link ahead, in fabric units.
    private long head;
    /// When the last byte is there.
    private long tail;
    /// Whether the transfer is there when this chunk is.
    private boolean last;

    /// Null at the end of the way. Known when the chunk's event fires, so that the route need not be fetched first.
    private @Nullable Link ahead;
    /// The step from behind that link on.
    private @Nullable Hop behindLink;
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

    /// The first link of the way is free again at `end`, in fabric units; asked of all chunks but the last.
    abstract void leftFirstLink(long end);

    /// Sets out: to the first link, or straight to the destination if no link is in the way.
    void depart(Route route, long size, long firstByte, long lastByte, boolean isLast) {
        bytes = size;
        last = isLast;
        behind = null;
        approach(route, firstByte, lastByte);
    }

    private void approach(Hop hop, long firstByte, long lastByte) {
        long delay = hop.delayUnits();
        Link next = hop.link();
        ahead = next;
        behindLink = hop.next();
        head = firstByte + delay;
        tail = lastByte + delay;
        Fabric fabric = transfer.fabric();
        if (next != null) {
            long time = Units.ceilPicoseconds(head);
            if (time <= fabric.now()) {
                next.offer(this);
            } else {
                fabric.engine().scheduleAt(this, time);
            }
        } else if (last) {
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

    /// The link ahead has taken the chunk up at `start` and is free again at `end`.
    void started(long start, long end) {
        Hop hop = Objects.requireNonNull(behindLink);
        if (!last && hop == transfer.route().next()) {
            leftFirstLink(end);
        }
        approach(hop, start, Math.max(end, tail));
    }
}
