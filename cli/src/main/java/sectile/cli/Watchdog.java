package sectile.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfMemory;
import sectile.base.limit.OutOfTime;
import sectile.cli.command.Console;
import sectile.cli.problem.CliCode;

/// Watches over a verb from a thread of its own: stops it at its limits or when it can never end, keeps the heap
/// small, and shows on a terminal how far it is.
///
/// A verb that is told to stop ends by itself at the next check of its limits. Some work has none, such as one product
/// of huge matrices; then, after a while, the process is ended.
final class Watchdog implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration LOCKED = Duration.ofSeconds(5);

    private static final Diagnostic HELD_LOCK = Diagnostic.error(
                    CliCode.KERNEL_HOLDS_LOCK,
                    Span.none(),
                    "a kernel waits for a lock that another kernel holds while it waits for the machine")
            .hint("release locks before an operation of `tl`; kernels need none, because only one runs at a time");

    private final Limits limits;
    private final Optional<Duration> timeout;
    private final Console console;
    private final Consumer<Diagnostic> end;
    private final HeapWatch memory;
    private final LockWatch locks;
    private final ProgressLine progress = new ProgressLine();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final long began = System.nanoTime();
    private boolean ended;

    Watchdog(Limits limits, Optional<Duration> timeout, Console console, Consumer<Diagnostic> end) {
        this.limits = limits;
        this.timeout = timeout;
        this.console = console;
        this.end = end;
        this.memory = new HeapWatch(limits.memoryBytes());
        this.locks = new LockWatch(Thread.currentThread(), LOCKED);
    }

    /// Watches over a verb that the calling thread runs.
    ///
    /// @param end reports why the verb had to end and ends the process
    static Watchdog start(Limits limits, Optional<Duration> timeout, Console console, Consumer<Diagnostic> end) {
        Watchdog watchdog = new Watchdog(limits, timeout, console, end);
        Thread.ofPlatform().daemon().name("watchdog").start(watchdog::watch);
        return watchdog;
    }

    private void watch() {
        try {
            while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                look(Duration.ofNanos(System.nanoTime() - began));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Does what is due after so much time.
    synchronized void look(Duration elapsed) {
        if (ended) {
            return;
        }
        if (timeout.isPresent() && elapsed.compareTo(timeout.get()) >= 0) {
            Diagnostic reason = OutOfTime.after(timeout.get());
            limits.stop(reason);
            if (elapsed.compareTo(timeout.get().plus(GRACE)) >= 0) {
                ended = true;
                end.accept(reason.at(limits.lastSeen()));
                return;
            }
        } else if (memory.isFull()) {
            limits.stop(OutOfMemory.full(limits.memoryBytes()));
        } else {
            memory.keepSmall();
        }
        if (locks.isStuck(elapsed)) {
            ended = true;
            end.accept(HELD_LOCK);
            return;
        }
        if (console.isTerminal() && elapsed.compareTo(PATIENCE) >= 0) {
            console.status(progress.text(limits.progress().state(), elapsed));
        }
    }

    /// The verb has ended.
    @Override
    public synchronized void close() {
        ended = true;
        closed.countDown();
        console.status("");
    }
}
