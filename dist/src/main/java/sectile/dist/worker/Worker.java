package sectile.dist.worker;

import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.Coroutine;
import sectile.sim.machine.Pending;

/// One rank's body, with what belongs to it alone.
final class Worker {
    private final int rank;
    private final Coroutine coroutine;
    private int device;
    private boolean chosen;
    private @Nullable Pending awaited;

    Worker(int rank, int device, Coroutine coroutine) {
        this.rank = rank;
        this.device = device;
        this.coroutine = coroutine;
    }

    int rank() {
        return rank;
    }

    Coroutine coroutine() {
        return coroutine;
    }

    int device() {
        return device;
    }

    void device(int sip) {
        device = sip;
        chosen = true;
    }

    /// Whether its body chose a device.
    boolean hasChosen() {
        return chosen;
    }

    /// What it waits for; null while it can run.
    @Nullable
    Pending awaited() {
        return awaited;
    }

    void await(@Nullable Pending pending) {
        awaited = pending;
    }
}
