package sectile.interp.schedule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// Runs fibers in turn, in an order that depends on nothing but the program and the seed.
public final class TurnScheduler implements Scheduler {
    private final List<TurnFiber> ready = new ArrayList<>();
    private final Set<TurnFiber> living = new LinkedHashSet<>();
    private final @Nullable SplittableRandom random;
    private final long patience;
    private @Nullable TurnFiber root;
    private @Nullable TurnFiber current;
    private @Nullable Throwable failure;
    private boolean aborting;
    private long idleRounds;

    /// @param seed draws the order of fibers; empty means first come, first served
    /// @param patience how many rounds of polling loops without a change of memory count as stuck
    public TurnScheduler(OptionalLong seed, long patience) {
        this.random = seed.isPresent() ? new SplittableRandom(seed.getAsLong()) : null;
        this.patience = patience;
    }

    /// Runs a body and every fiber it starts, to the end of all of them.
    ///
    /// @throws DiagnosticException when all that is left waits for something that will not come
    @Override
    public void run(String name, Runnable body) {
        if (root != null) {
            throw new IllegalStateException("a scheduler runs once");
        }
        var first = new TurnFiber(this, () -> name);
        first.thread = Thread.currentThread();
        first.started = true;
        root = first;
        current = first;
        living.add(first);
        try {
            body.run();
            while (living.size() > 1) {
                TurnFiber next =
                        living.stream().filter(f -> f != first).findFirst().orElseThrow();
                join(next, Span.none());
            }
            first.end();
        } catch (Throwable thrown) {
            abortAll(first);
            throw thrown;
        }
    }

    /// Whether the order is drawn from a seed.
    @Override
    public boolean isSeeded() {
        return random != null;
    }

    /// A number below `bound`, from the seed; 0 without one.
    @Override
    public int draw(int bound) {
        return random == null || bound <= 1 ? 0 : random.nextInt(bound);
    }

    /// Starts a fiber; it gets its first turn later.
    @Override
    public TurnFiber spawn(Supplier<String> name, Runnable body) {
        var fiber = new TurnFiber(this, name);
        fiber.thread = Thread.ofVirtual().name("fiber").unstarted(() -> live(fiber, body));
        living.add(fiber);
        enqueue(fiber);
        return fiber;
    }

    private void live(TurnFiber fiber, Runnable body) {
        fiber.awaitTurn();
        try {
            if (!aborting) {
                body.run();
            }
        } catch (Aborted expected) {
            // the run is over; this fiber only had to unwind
        } catch (Throwable thrown) {
            if (failure == null) {
                failure = thrown;
            }
        }
        living.remove(fiber);
        idleRounds = 0;
        if (aborting) {
            return;
        }
        fiber.end();
        next().giveTurn();
    }

    void enqueue(TurnFiber fiber) {
        if (!fiber.queued && !fiber.isFinished()) {
            fiber.queued = true;
            ready.add(fiber);
        }
    }

    /// A place where, under a seed, another fiber may come first.
    @Override
    public void pause() {
        if (random != null && !ready.isEmpty() && random.nextInt(ready.size() + 1) != 0) {
            pass();
        }
    }

    /// Lets every other fiber that can run come first.
    public void pass() {
        if (ready.isEmpty()) {
            return;
        }
        TurnFiber me = running();
        enqueue(me);
        switchFrom(me);
    }

    /// A round of a loop that may be polling. Others get their turn; a loop that nothing can end is reported.
    @Override
    public void round(Span span) {
        if (++idleRounds > patience) {
            throw new DiagnosticException(Diagnostic.error(
                            "EXEC-202",
                            span,
                            "this loop has gone round " + patience + " times while nothing else changed")
                    .hint("what it waits for never happens, or it does not end"));
        }
        pass();
    }

    /// Something happened that a polling loop may wait for.
    @Override
    public void progress() {
        idleRounds = 0;
    }

    /// Waits until a condition holds; it is looked at again whenever the channel changes.
    @Override
    public void await(Channel channel, BooleanSupplier condition, Supplier<Waiting> waiting) {
        if (condition.getAsBoolean()) {
            return;
        }
        TurnFiber me = running();
        me.waitsFor(waiting);
        while (!condition.getAsBoolean()) {
            channel.add(me);
            switchFrom(me);
        }
        me.waitsFor(null);
    }

    private TurnFiber running() {
        TurnFiber me = current;
        if (me == null) {
            throw new IllegalStateException("no fiber runs");
        }
        return me;
    }

    private void switchFrom(TurnFiber me) {
        TurnFiber next = next();
        if (next != me) {
            next.giveTurn();
            me.awaitTurn();
        }
        if (aborting) {
            throw new Aborted();
        }
        if (me == root && failure != null) {
            throw sneak(failure);
        }
    }

    /// Takes the next fiber out of the queue; the first fiber hears of a failure, or of everyone waiting.
    private TurnFiber next() {
        TurnFiber first = root;
        if (first == null) {
            throw new IllegalStateException("the scheduler does not run");
        }
        if (failure == null && ready.isEmpty()) {
            failure = new DiagnosticException(StuckReport.of(List.copyOf(living)));
        }
        TurnFiber next = first;
        if (failure == null) {
            next = ready.remove(random == null ? 0 : random.nextInt(ready.size()));
        }
        next.queued = false;
        current = next;
        return next;
    }

    /// Unwinds every fiber that still waits, one after the other.
    private void abortAll(TurnFiber first) {
        aborting = true;
        for (TurnFiber fiber : List.copyOf(living)) {
            if (fiber == first || !fiber.started || fiber.thread == null) {
                continue;
            }
            fiber.giveTurn();
            while (fiber.thread.isAlive()) {
                try {
                    fiber.thread.join();
                } catch (InterruptedException e) {
                    first.thread = Thread.currentThread();
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> RuntimeException sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /// Ends a fiber whose run is over.
    private static final class Aborted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Aborted() {
            super("the run is over", null, false, false);
        }
    }
}
