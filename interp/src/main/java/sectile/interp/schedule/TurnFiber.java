package sectile.interp.schedule;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A fiber that runs on a virtual thread (the first one on the caller's), but only in turn.
final class TurnFiber extends Fiber {
    private final TurnScheduler scheduler;

    @Nullable
    Thread thread;

    boolean started;
    boolean queued;

    /// Whose turn it is; the hand-over through this field makes all else visible to the next fiber.
    private volatile boolean turn;

    TurnFiber(TurnScheduler scheduler, Supplier<String> name) {
        super(name);
        this.scheduler = scheduler;
    }

    @Override
    protected void wake() {
        scheduler.enqueue(this);
    }

    void giveTurn() {
        turn = true;
        Thread mine = thread;
        if (mine == null) {
            throw new IllegalStateException("a fiber without a thread");
        }
        if (started) {
            LockSupport.unpark(mine);
        } else {
            started = true;
            mine.start();
        }
    }

    /// Sleeps until it is this fiber's turn.
    void awaitTurn() {
        boolean interrupted = false;
        while (!turn) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        turn = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
