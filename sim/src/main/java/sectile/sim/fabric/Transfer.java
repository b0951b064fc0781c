package sectile.sim.fabric;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Bytes under way over one route; a subclass says what happens when the last one has arrived.
///
/// Once it has arrived, the same object may be [sent][Fabric#send(Transfer, Route, long, Channel, long, long)] again:
/// whoever has at most one transfer under way at a time keeps one and allocates nothing.
public abstract non-sealed class Transfer extends Chunk {
    private @Nullable Fabric fabric;
    private @Nullable Route route;
    private int channel;

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

    final void begin(Fabric over, Route along, long size, int virtualChannel, long from, long unitsPerByte) {
        fabric = over;
        route = along;
        channel = virtualChannel;
        if (size <= over.chunkBytes() || along.isDirect()) {
            depart(along, size, from, Units.after(from, size, unitsPerByte), true);
        } else {
            new Cut(this, size, from, unitsPerByte).depart();
        }
    }

    @Override
    final void leftFirstLink(long end) {
        throw new IllegalStateException("a transfer that is not cut has no next piece");
    }
}
