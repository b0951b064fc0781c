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
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// Runs fibers in turn, in an order that depends on nothing but the program and the seed.
public final class TurnScheduler implements Scheduler {
    private final List<TurnFiber> ready = new ArrayList<>();
    private final Set<TurnFiber> living = new LinkedHashSet<>();
    private final @Nullable SplittableRandom random;
    private final long patience;
    private @Nullable CoroutineFactory coroutines;
    private @Nullable TurnFiber current;
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
        if (coroutines != null) {
            throw new IllegalStateException("a scheduler runs once");
        }
        try (CoroutineFactory factory = CoroutineKind.fastest().create()) {
            coroutines = factory;
            spawn(() -> name, body);
            factory.drive(this::runAll);
        }
    }

    /// Gives fibers their turns until all have ended. What a fiber throws comes out here.
    private void runAll() {
        while (!living.isEmpty()) {
            if (ready.isEmpty()) {
                throw new DiagnosticException(StuckReport.of(List.copyOf(living)));
            }
            TurnFiber next = ready.remove(random == null ? 0 : random.nextInt(ready.size()));
            next.queued = false;
            current = next;
            if (next.coroutine().resume()) {
                living.remove(next);
                idleRounds = 0;
                next.end();
            }
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
        var fiber = new TurnFiber(this, name, factory().create(body));
        living.add(fiber);
        enqueue(fiber);
        return fiber;
    }

    private CoroutineFactory factory() {
        CoroutineFactory factory = coroutines;
        if (factory == null) {
            throw new IllegalStateException("the scheduler does not run");
        }
        return factory;
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
        enqueue(running());
        factory().suspend();
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
            factory().suspend();
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
}
