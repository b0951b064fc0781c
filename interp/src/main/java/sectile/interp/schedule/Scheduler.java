package sectile.interp.schedule;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;

/// Runs the fibers of a program: which of them continues when, and when a wait is over.
public interface Scheduler {
    /// Runs a body and every fiber it starts, to the end of all of them.
    ///
    /// @throws sectile.base.diag.DiagnosticException when all that is left waits for something that will
    ///     not happen
    void run(Actor actor, Runnable body);

    /// Starts a fiber; it gets its first turn later.
    Fiber spawn(Actor actor, Runnable body);

    /// Waits until a condition holds; it is evaluated again whenever the channel changes.
    void await(Channel channel, BooleanSupplier condition, Supplier<WaitGraph.Node> waiting);

    /// Waits for the end of a fiber.
    default void join(Fiber fiber, Actor waiter, Span span) {
        await(
                fiber.done(),
                fiber::isFinished,
                () -> new WaitGraph.Node(
                        waiter, new Wait.End("the end of " + fiber.name(), List.of(fiber.actor())), span));
    }

    /// Names something that the running fiber creates.
    Creation create();

    /// Whether choices that the language leaves open are drawn.
    boolean draws();

    /// A number below `bound`, if choices are drawn; else 0.
    int draw(int bound);

    /// A place before a visible operation, where another fiber may come first.
    void pause();

    /// A place before a visible operation that needs a condition. An order that interleaves sees one operation, which
    /// is possible or not, and never one that tried in vain.
    default void pauseUntil(Channel channel, BooleanSupplier condition, Supplier<WaitGraph.Node> waiting) {
        await(channel, condition, waiting);
    }

    /// An iteration of a loop that may be polling. Others get their turn; a loop that nothing can end is
    /// reported.
    void round(Span span);

    /// Something happened that a polling loop may wait for.
    void progress();
}
