package sectile.sim.fabric;

import sectile.sim.engine.Event;

/// Bytes under way over one route.
final class Transfer {
    final Fabric fabric;
    final Route route;
    final int channel;
    final Delivery delivery;
    private final long bytes;
    /// Fabric time per byte at which the source gives the bytes out; 0 = as fast as the first link takes them.
    private final long sourceUnitsPerByte;

    private final long start;

    Transfer(
            Fabric fabric,
            Route route,
            long bytes,
            int channel,
            long start,
            long sourceUnitsPerByte,
            Delivery delivery) {
        this.fabric = fabric;
        this.route = route;
        this.bytes = bytes;
        this.channel = channel;
        this.start = start;
        this.sourceUnitsPerByte = sourceUnitsPerByte;
        this.delivery = delivery;
    }

    boolean isLast(long offset, long chunkBytes) {
        return offset + chunkBytes == bytes;
    }

    void begin() {
        depart(0, start);
    }

    /// A source of its own rate gives chunks out by its own clock, whatever the first link does.
    private void depart(long offset, long head) {
        long size = route.links.length == 0 ? bytes : Math.min(fabric.chunkBytes(), bytes - offset);
        Chunk chunk = new Chunk(this, offset, size, head, Units.after(head, size, sourceUnitsPerByte));
        if (sourceUnitsPerByte > 0 && offset + size < bytes) {
            long next = offset + size;
            departLater(next, Units.after(start, next, sourceUnitsPerByte));
        }
        chunk.depart();
    }

    /// A source without a rate of its own gives out the next chunk when the first link has let the last one go.
    void firstLinkFreeAt(long nextOffset, long end) {
        if (sourceUnitsPerByte == 0 && nextOffset < bytes) {
            // The delay up to the first link is added again on departure.
            depart(nextOffset, end - Units.ofPicoseconds(route.delaysPs[0]));
        }
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
            depart(offset, head);
        }
    }
}
