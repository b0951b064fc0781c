package sectile.sim.fabric;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Event;

/// Bytes under way over one route; a subclass says what happens when the last one has arrived.
///
/// Once it has arrived, the same object may be [sent][Fabric#send(Transfer, Route, long, Channel, long, long)] again:
/// whoever has at most one transfer under way at a time keeps one and allocates nothing.
public abstract non-sealed class Transfer extends Chunk {
    private @Nullable Fabric fabric;
    private @Nullable Route route;
    private int channel;
    private long bytes;
    /// Fabric time per byte at which the source gives the bytes out; 0 = as fast as the first link takes them.
    private long sourceUnitsPerByte;

    private long start;

    /// The last byte has arrived.
    protected abstract void delivered();

    final Fabric fabric() {
        return Objects.requireNonNull(fabric);
    }

    final Route route() {
        return Objects.requireNonNull(route);
    }

    @Override
    final int channel() {
        return channel;
    }

    final boolean endsWith(long end) {
        return end == bytes;
    }

    final void begin(Fabric over, Route along, long size, int virtualChannel, long from, long unitsPerByte) {
        fabric = over;
        route = along;
        bytes = size;
        channel = virtualChannel;
        start = from;
        sourceUnitsPerByte = unitsPerByte;
        if (size <= over.chunkBytes() || along.hops() == 0) {
            depart(0, size, from, Units.after(from, size, unitsPerByte));
        } else {
            departPiece(0, from);
        }
    }

    /// A source of its own rate gives chunks out by its own clock, whatever the first link does.
    private void departPiece(long offset, long head) {
        long size = Math.min(fabric().chunkBytes(), bytes - offset);
        long next = offset + size;
        if (sourceUnitsPerByte > 0 && next < bytes) {
            departLater(next, Units.after(start, next, sourceUnitsPerByte));
        }
        new Piece(this).depart(offset, size, head, Units.after(head, size, sourceUnitsPerByte));
    }

    /// A source without a rate of its own gives out the next chunk when the first link has let the last one go.
    final void firstLinkFreeAt(long nextOffset, long end) {
        if (sourceUnitsPerByte == 0 && nextOffset < bytes) {
            // The delay up to the first link is added again on departure.
            departPiece(nextOffset, end - route().delayUnits(0));
        }
    }

    private void departLater(long offset, long head) {
        fabric().engine().scheduleAt(new Departure(offset, head), Units.ceilPicoseconds(head));
    }

    static final class Piece extends Chunk {
        Piece(Transfer transfer) {
            super(transfer);
        }
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
            departPiece(offset, head);
        }
    }
}
