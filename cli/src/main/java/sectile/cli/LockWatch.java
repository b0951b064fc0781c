package sectile.cli;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Notices that a kernel waits for a lock that another kernel of the same thread holds: all kernels of a machine run in
/// turns on one thread, so that the owner never continues.
///
/// Java does not report such a thread as blocked, because the monitor belongs to the thread that waits for it. What can
/// be seen is that a coroutine is at one place of Java code, not in a native method, and takes no processor time.
final class LockWatch {
    /// Less than any code takes that makes progress, even on a busy host.
    private static final long IDLE_NANOS = 20_000_000;

    private static final String COROUTINE = "jdk.internal.vm.Continuation";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Thread watched;
    private final Duration patience;
    private @Nullable StackTraceElement place;
    private long processorTime;
    private Duration since = Duration.ZERO;

    /// @param patience how long the thread must not have moved
    LockWatch(Thread watched, Duration patience) {
        this.watched = watched;
        this.patience = patience;
    }

    /// Whether the thread waits for a lock in vain.
    ///
    /// @param elapsed how long the verb runs; must not decrease from call to call
    boolean isStuck(Duration elapsed) {
        long now = threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(watched.threadId()) : -1;
        if (now < 0) {
            return false;
        }
        // A look at the stack stops the thread, so it is taken only of one that takes no time.
        StackTraceElement top = now - processorTime < IDLE_NANOS ? suspicious() : null;
        if (top == null || !top.equals(place)) {
            place = top;
            processorTime = now;
            since = elapsed;
            return false;
        }
        return elapsed.minus(since).compareTo(patience) >= 0;
    }

    /// Where a coroutine is, if a thread in this state can wait for a monitor there.
    private @Nullable StackTraceElement suspicious() {
        Thread.State state = watched.getState();
        if (state != Thread.State.RUNNABLE && state != Thread.State.BLOCKED) {
            return null;
        }
        StackTraceElement[] stack = watched.getStackTrace();
        if (stack.length == 0 || stack[0].isNativeMethod()) {
            return null;
        }
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(COROUTINE)) {
                return stack[0];
            }
        }
        return null;
    }
}
