package sectile.sim.fabric;

/// Bytes in flight over one route; a subclass says what happens when the last one has arrived.
///
/// Once it has arrived, the same object may be [sent][Fabric#send(Transfer, Route, long, Channel, long, long)] again:
/// code that has at most one transfer in flight at a time keeps one and allocates nothing.
public abstract non-sealed class Transfer extends Chunk {
    /// The last byte has arrived.
    @Override
    protected abstract void delivered();

    /// A link on the way was busy with another transfer; see [Delivery#delayed(Link, long, long)].
    protected void delayed(Link link, long sincePs, long untilPs) {}

    @Override
    final Transfer transfer() {
        return this;
    }

    final void begin(Fabric fabric, Route route, long size, int virtualChannel, long from, long unitsPerByte) {
        if (size <= fabric.chunkBytes() || route.isDirect()) {
            depart(fabric, virtualChannel, route, size, from, Units.after(from, size, unitsPerByte), true);
        } else {
            new Cut(this, fabric, route, size, virtualChannel, from, unitsPerByte).depart();
        }
    }

    @Override
    final void tookUp(long end) {
        throw new IllegalStateException("a transfer that is not cut has no next piece");
    }
}
