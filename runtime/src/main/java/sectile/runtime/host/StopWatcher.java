package sectile.runtime.host;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import sectile.base.limit.Limits;

/// Tells native code when the limits of its run are reached, which another thread of this process finds out.
final class StopWatcher implements AutoCloseable {
    private static final long INTERVAL_NANOSECONDS = 20_000_000;

    private final Thread thread;
    private volatile boolean over;

    StopWatcher(Limits limits, MemorySegment control, long stopAt) {
        this.thread = Thread.ofPlatform().daemon().unstarted(() -> {
            while (!over) {
                if (limits.isStopped()) {
                    control.set(JAVA_INT, stopAt, 1);
                    return;
                }
                LockSupport.parkNanos(INTERVAL_NANOSECONDS);
            }
        });
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
