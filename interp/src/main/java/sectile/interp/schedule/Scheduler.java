package sectile.interp.schedule;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import sectile.base.diag.Span;

/// Runs the fibers of a program: which of them goes on when, and when a wait is over.
public interface Scheduler {
    /// Runs a body and every fiber it starts, to the end of all of them.
    ///
    /// @throws sectile.base.diag.DiagnosticException when all that is left waits for something that will not come
    void run(String name, Runnable body);

    /// Starts a fiber; it gets its first turn later.
    Fiber spawn(Supplier<String> name, Runnable body);

    /// Waits until a condition holds; it is evaluated again whenever the channel changes.
    void await(Channel channel, BooleanSupplier condition, Supplier<Waiting> waiting);

    /// Waits for the end of a fiber.
    default void join(Fiber fiber, Span span) {
        await(fiber.done(), fiber::isFinished, () -> new Waiting("for the end of " + fiber.name(), span));
    }

    /// Whether the order is drawn from a seed.
    boolean isSeeded();

    /// A number below `bound`, from the seed; 0 without one.
    int draw(int bound);

    /// A place where, under a seed, another fiber may come first.
    void pause();

    /// An iteration of a loop that may be polling. Others get their turn; a loop that nothing can end is reported.
    void round(Span span);

    /// Something happened that a polling loop may wait for.
    void progress();
}
