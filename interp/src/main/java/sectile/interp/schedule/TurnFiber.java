package sectile.interp.schedule;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.Coroutine;
import sectile.base.observe.Actor;

/// A fiber that is a coroutine of its scheduler.
final class TurnFiber extends Fiber {
    private final TurnScheduler scheduler;
    private final Coroutine coroutine;
    boolean queued;

    /// What must hold before it can continue, and where it is told that this may have changed; null when it can.
    @Nullable
    BooleanSupplier condition;

    @Nullable
    Channel channel;

    TurnFiber(TurnScheduler scheduler, Actor actor, @Nullable Fiber parent, Coroutine coroutine) {
        super(actor, parent);
        this.scheduler = scheduler;
        this.coroutine = coroutine;
    }

    Coroutine coroutine() {
        return coroutine;
    }

    /// Whether it can continue now.
    boolean isEnabled() {
        BooleanSupplier now = condition;
        return now == null || now.getAsBoolean();
    }

    @Override
    protected void wake() {
        scheduler.enqueue(this);
    }
}
