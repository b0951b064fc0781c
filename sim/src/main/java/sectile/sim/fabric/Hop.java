package sectile.sim.fabric;

import org.jspecify.annotations.Nullable;

/// A step of a route: from its beginning or from behind a link to the next link, or to the destination.
sealed class Hop permits Route {
    private long delayUnits;
    private @Nullable Link link;
    private @Nullable Hop next;

    Hop(long delayUnits, @Nullable Link link, @Nullable Hop next) {
        this.delayUnits = delayUnits;
        this.link = link;
        this.next = next;
    }

    /// Becomes another step, after a link has failed: those who keep a route need not look for it again.
    final void become(Hop other) {
        delayUnits = other.delayUnits;
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
