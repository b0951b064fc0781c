package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;

/// Counts completions down and acts on the last; with nothing to wait for it acts at once.
final class Countdown {
    private final @Nullable Trail trail;
    private int left;
    private final Runnable last;
    private @Nullable Step earlier;

    /// @param trail notes which of them were waited for, if there is one
    Countdown(@Nullable Trail trail, int left, Runnable last) {
        this.trail = trail;
        this.left = left;
        this.last = last;
        if (left == 0) {
            last.run();
        }
    }

    void one() {
        Trail noting = trail;
        if (noting != null) {
            noting.join(earlier, null);
            earlier = noting.now();
        }
        if (--left == 0) {
            last.run();
        }
    }
}
