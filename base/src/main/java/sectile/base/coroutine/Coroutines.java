package sectile.base.coroutine;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/// What both kinds of coroutine factory have in common: everything but the switch itself.
abstract sealed class Coroutines implements CoroutineFactory permits ContinuationCoroutines, VirtualThreadCoroutines {
    /// The body that is running; the innermost one if bodies resume each other.
    private @Nullable CoroutineBody current;

    /// Bodies that have begun and not ended, in the order they began.
    private @Nullable CoroutineBody oldest;

    private @Nullable CoroutineBody newest;
    private boolean closed;

    /// Makes the body; `code` is what the factory's user gave.
    abstract CoroutineBody newBody(Runnable code);

    @Override
    public final Coroutine create(Runnable body) {
        if (closed) {
            throw new IllegalStateException("the coroutine factory is closed");
        }
        return newBody(body);
    }

    @Override
    public final void suspend() {
        CoroutineBody body = current;
        if (body == null || body.thread() != Thread.currentThread()) {
            throw new IllegalStateException("suspend() outside a body of this factory");
        }
        body.suspend();
    }

    @Override
    public final void close() {
        closed = true;
        RuntimeException failure = null;
        for (CoroutineBody body = oldest; body != null; body = oldest) {
            try {
                body.abort(() -> new CancellationException("the coroutine factory was closed"));
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            } finally {
                forget(body);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /// Makes `body` the running one and returns the one that was.
    final @Nullable CoroutineBody enter(CoroutineBody body) {
        CoroutineBody before = current;
        current = body;
        return before;
    }

    final void leaveTo(@Nullable CoroutineBody before) {
        current = before;
    }

    final void remember(CoroutineBody body) {
        if (closed) {
            throw new IllegalStateException("the coroutine factory is closed");
        }
        CoroutineBody last = newest;
        body.older = last;
        if (last == null) {
            oldest = body;
        } else {
            last.newer = body;
        }
        newest = body;
    }

    /// Unlinks a body; doing it twice does no harm.
    final void forget(CoroutineBody body) {
        CoroutineBody older = body.older;
        CoroutineBody newer = body.newer;
        if (older != null) {
            older.newer = newer;
        } else if (oldest == body) {
            oldest = newer;
        }
        if (newer != null) {
            newer.older = older;
        } else if (newest == body) {
            newest = older;
        }
        body.older = null;
        body.newer = null;
    }
}
