package sectile.sim.engine;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What both kinds of coroutine keep of their body: whether it has ended, what it threw, and whether it is being
/// aborted.
final class BodyState {
    private final Runnable body;
    private @Nullable Throwable thrown;
    private @Nullable Supplier<? extends RuntimeException> abortReason;
    private @Nullable RuntimeException abortThrown;
    private boolean finished;

    BodyState(Runnable body) {
        this.body = body;
    }

    boolean finished() {
        return finished;
    }

    void finish() {
        finished = true;
    }

    void abortWith(Supplier<? extends RuntimeException> reason) {
        abortReason = reason;
    }

    /// Runs the body to its end and remembers how it ended.
    void run() {
        try {
            body.run();
        } catch (Throwable t) {
            thrown = t;
        }
        finished = true;
    }

    /// Called on the body's stack each time it is resumed.
    void throwIfAborted() {
        Supplier<? extends RuntimeException> reason = abortReason;
        if (reason != null) {
            RuntimeException exception = reason.get();
            abortThrown = exception;
            throw exception;
        }
    }

    /// Called by whoever resumed the body, once it has suspended or ended.
    boolean afterResume() {
        Throwable t = thrown;
        thrown = null;
        if (t != null && t != abortThrown) {
            if (t instanceof Error error) {
                throw error;
            }
            if (t instanceof RuntimeException exception) {
                throw exception;
            }
            throw new IllegalStateException("a body threw a checked exception", t);
        }
        return finished;
    }
}
