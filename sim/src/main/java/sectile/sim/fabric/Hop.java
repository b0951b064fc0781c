package sectile.sim.fabric;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.sim.path.Resource;
import sectile.sim.path.Way;

/// A step of a route: from its beginning or from behind a link to the next link, or to the destination.
sealed class Hop implements Way permits Route {
    private long delayUnits;
    /// What the delay consists of; empty unless the fabric notes why transfers take as long as they do.
    private List<Delay> parts = List.of();
    private @Nullable Link link;
    private @Nullable Hop next;

    Hop(long delayUnits, @Nullable Link link, @Nullable Hop next) {
        this.delayUnits = delayUnits;
        this.link = link;
        this.next = next;
    }

    /// A part of a delay.
    record Delay(Resource resource, long units) {}

    final Hop consistingOf(List<Delay> delays) {
        parts = delays;
        return this;
    }

    @Override
    public final void delays(Delays each) {
        for (Hop hop = this; hop != null; hop = hop.next) {
            for (Delay part : hop.parts) {
                if (part.units > 0 && !each.delay(part.resource, part.units)) {
                    return;
                }
            }
        }
    }

    /// Becomes another step, after a link has failed: those who keep a route need not look for it again.
    final void become(Hop other) {
        delayUnits = other.delayUnits;
        parts = other.parts;
        link = other.link;
        next = other.next;
    }

    /// Latency and node overhead on the way, in fabric units.
    final long delayUnits() {
        return delayUnits;
    }

    /// What comes after that; null at the destination.
    final @Nullable Link link() {
        return link;
    }

    /// The step from behind that link on.
    final @Nullable Hop next() {
        return next;
    }
}
