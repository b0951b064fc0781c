package sectile.sim.fabric;

import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Event;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;

/// How a transfer that is longer than a chunk is given out piece by piece.
final class Cut {
    private final Transfer transfer;
    private final Fabric fabric;
    private final Route route;
    private final long bytes;
    private final int channel;
    /// When the first byte is given out, in fabric units.
    private final long start;
    /// Fabric time per byte at which the source gives the bytes out; 0 = as fast as the first link takes them.
    private final long sourceUnitsPerByte;
    /// What the first byte follows; null unless the fabric has a trail.
    private final @Nullable Step origin;

    Cut(Transfer transfer, Fabric fabric, Route route, long bytes, int channel, long start, long sourceUnitsPerByte) {
        this.transfer = transfer;
        this.fabric = fabric;
        this.route = route;
        this.bytes = bytes;
        this.channel = channel;
        this.start = start;
        this.sourceUnitsPerByte = sourceUnitsPerByte;
        this.origin = fabric.trail() == null ? null : fabric.departing();
    }

    void depart() {
        depart(0, start);
    }

    /// A source of its own rate gives chunks out by its own clock, whatever the first link does.
    private void depart(long offset, long head) {
        long size = Math.min(fabric.chunkBytes(), bytes - offset);
        long next = offset + size;
        if (sourceUnitsPerByte > 0 && next < bytes) {
            departLater(next, Units.after(start, next, sourceUnitsPerByte));
        }
        long tail = Units.after(head, size, sourceUnitsPerByte);
        new Piece(this, next).depart(fabric, channel, route, size, head, tail, next == bytes);
    }

    /// A source without a rate of its own gives out the next chunk when the first link has let the last one go.
    ///
    /// @param end when the link that has taken a piece up is free again
    void tookUp(long nextOffset, long end) {
        if (sourceUnitsPerByte == 0) {
            // The delay up to the first link is added again on departure.
            depart(nextOffset, end - route.delayUnits());
        }
    }

    Transfer transfer() {
        return transfer;
    }

    /// The last piece has arrived.
    void delivered() {
        transfer.delivered();
    }

    private void departLater(long offset, long head) {
        fabric.engine().scheduleAt(new Departure(offset, head), Units.ceilPicoseconds(head));
    }

    private final class Departure extends Event {
        private final long offset;
        private final long head;

        Departure(long offset, long head) {
            this.offset = offset;
            this.head = head;
        }

        @Override
        protected void fire() {
            Trail trail = fabric.trail();
            Step first = origin;
            if (trail != null && first != null) {
                fabric.departing(trail.after(first, head, first.resource(), first.origin(), first.purpose()));
            }
            depart(offset, head);
        }
    }
}
