package sectile.sim.fabric;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Event;
import sectile.sim.path.Trail;

/// A piece of a transfer on its way; as an event, its head's arrival at the next link, or its tail's at the end.
///
/// A transfer that is not cut is its own only chunk, so that most messages are one object. That object is small and has
/// no more than what is asked for on the way: there are as many as messages in flight, and each is fetched anew at
/// every link.
abstract sealed class Chunk extends Event permits Transfer, Piece {
    private @Nullable Fabric fabric;
    private long bytes;
    /// When the first byte is at the link ahead, in fabric units.
    private long head;
    /// When the last byte is there.
    private long tail;
    private byte channel;
    /// Whether the transfer is there when this chunk is.
    private boolean last;

    /// Null at the end of the way. Known when the chunk's event fires, so that the route need not be fetched first.
    private @Nullable Link ahead;
    /// The step from behind that link on.
    private @Nullable Hop behindLink;
    /// Why it is where it is; null unless the fabric has a trail.
    private @Nullable Track track;
    /// The next in a link's queue.
    @Nullable
    Chunk behind;

    final long bytes() {
        return bytes;
    }

    final long head() {
        return head;
    }

    /// The virtual channel it travels in.
    final int channel() {
        return channel;
    }

    /// The transfer it is a part of.
    abstract Transfer transfer();

    /// The last byte of the last chunk has arrived.
    abstract void delivered();

    /// A link has taken the chunk up, and is free again at `end`, in fabric units; asked of all chunks but the last.
    abstract void tookUp(long end);

    /// Sets out: to the first link, or straight to the destination if no link is in the way.
    final void depart(
            Fabric over, int virtualChannel, Route route, long size, long firstByte, long lastByte, boolean isLast) {
        fabric = over;
        channel = (byte) virtualChannel;
        bytes = size;
        last = isLast;
        behind = null;
        Trail trail = over.trail();
        if (trail != null) {
            track = new Track(trail, over.departing(), lastByte);
        }
        approach(route, firstByte, lastByte);
    }

    private void approach(Hop hop, long firstByte, long lastByte) {
        long delay = hop.delayUnits();
        Link next = hop.link();
        ahead = next;
        behindLink = hop.next();
        head = firstByte + delay;
        tail = lastByte + delay;
        Track passed = track;
        if (passed != null) {
            passed.pass(hop);
        }
        Fabric over = Objects.requireNonNull(fabric);
        if (next != null) {
            long time = Units.ceilPicoseconds(head);
            if (time <= over.now()) {
                next.offer(this);
            } else {
                over.engine().scheduleAt(this, time);
            }
        } else if (last) {
            over.engine().scheduleAt(this, Units.ceilPicoseconds(tail));
        }
    }

    final @Nullable Track track() {
        return track;
    }

    /// The step behind the link ahead.
    final Hop behindLink() {
        return Objects.requireNonNull(behindLink);
    }

    /// The link ahead has failed: goes on with another step from the same place, now.
    final void redirect(Hop hop) {
        Link next = Objects.requireNonNull(hop.link());
        long now = Units.ofPicoseconds(Objects.requireNonNull(fabric).now());
        Link failed = ahead;
        Track delayed = track;
        if (delayed != null && failed != null && now > head) {
            delayed.lost(failed, now);
        }
        ahead = next;
        behindLink = hop.next();
        head = Math.max(head, now);
        tail = Math.max(tail, head);
        next.offer(this);
    }

    @Override
    protected final void fire() {
        Link next = ahead;
        if (next == null) {
            Track ended = track;
            if (ended != null) {
                arrive(ended);
            }
            delivered();
        } else {
            next.offer(this);
        }
    }

    /// What happens next happens because the last byte is here.
    private void arrive(Track ended) {
        track = null;
        Fabric over = Objects.requireNonNull(fabric);
        long now = Units.ofPicoseconds(over.now());
        Trail trail = over.trail();
        if (trail != null) {
            ended.arrived(Math.min(tail, now), now);
        }
    }

    /// The link ahead has taken the chunk up at `start` and is free again at `end`.
    final void started(long start, long end) {
        Hop hop = Objects.requireNonNull(behindLink);
        Track held = track;
        Link by = ahead;
        if (held != null && by != null) {
            if (end > tail) {
                held.heldBack(by.latestStep());
            }
            if (!last) {
                Objects.requireNonNull(fabric).departing(by.latestStep());
            }
        }
        if (!last) {
            tookUp(end);
        }
        approach(hop, start, Math.max(end, tail));
    }
}
