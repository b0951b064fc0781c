package sectile.interp.schedule;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One thread of control of a program. It runs on a virtual thread (the first one on the caller's), but only in
/// turn.
public final class Fiber {
    private final Scheduler scheduler;
    private final Supplier<String> name;
    private final Channel done = new Channel();

    @Nullable
    Thread thread;

    boolean started;
    boolean finished;
    boolean queued;

    @Nullable
    Supplier<Waiting> waiting;
    /// Whose turn it is; the hand-over through this field makes all else visible to the next fiber.
    private volatile boolean turn;

    Fiber(Scheduler scheduler, Supplier<String> name) {
        this.scheduler = scheduler;
        this.name = name;
    }

    /// Who this is, for people.
    public String name() {
        return name.get();
    }

    public boolean isFinished() {
        return finished;
    }

    Channel done() {
        return done;
    }

    void wake() {
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
