package sectile.interp.schedule;

import java.util.function.Supplier;
import sectile.base.coroutine.Coroutine;

/// A fiber that is a coroutine of its scheduler.
final class TurnFiber extends Fiber {
    private final TurnScheduler scheduler;
    private final Coroutine coroutine;
    boolean queued;

    TurnFiber(TurnScheduler scheduler, Supplier<String> name, Coroutine coroutine) {
        super(name);
        this.scheduler = scheduler;
        this.coroutine = coroutine;
    }

    Coroutine coroutine() {
        return coroutine;
    }

    @Override
    protected void wake() {
        scheduler.enqueue(this);
    }
}
