package sectile.base.coroutine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A coroutine but for the switch: its state, what it threw, and how it is aborted.
abstract class CoroutineBody implements Coroutine {
    /// So often the reason for its end is thrown into a body, and so often again an [AbortedError].
    private static final int ABORT_PATIENCE = 8;

    private enum State {
        NEW,
        SUSPENDED,
        RUNNING,
        FINISHED
    }

    /// Neighbours among the bodies that have begun; kept by the factory.
    @Nullable
    CoroutineBody older;

    @Nullable
    CoroutineBody newer;

    private final Coroutines factory;
    private final Runnable code;
    private State state = State.NEW;
    private @Nullable Throwable thrown;
    private @Nullable Abort abort;

    CoroutineBody(Coroutines factory, Runnable code) {
        this.factory = factory;
        this.code = code;
    }

    /// The thread on which the body runs now.
    abstract @Nullable Thread thread();

    /// Called to resume: lets the body run, from its beginning or from where it left off, and returns when
    /// the body has suspended or ended.
    abstract void switchTo(boolean first);

    /// Called on the body's stack: returns control to the code that resumed; returns when resumed.
    abstract void switchBack();

    /// The body from beginning to end, on its own stack.
    final void runCode() {
        try {
            code.run();
        } catch (Throwable t) {
            thrown = t;
        }
        state = State.FINISHED;
    }

    @Override
    public final boolean finished() {
        return state == State.FINISHED;
    }

    @Override
    public final boolean resume() {
        boolean first = state == State.NEW;
        if (first) {
            factory.remember(this);
        } else if (state != State.SUSPENDED) {
            throw new IllegalStateException(
                    state == State.RUNNING ? "the body is running already" : "the body has ended");
        }
        CoroutineBody before = factory.enter(this);
        state = State.RUNNING;
        try {
            switchTo(first);
        } finally {
            factory.leaveTo(before);
        }
        if (state != State.FINISHED) {
            return false;
        }
        factory.forget(this);
        rethrow();
        return true;
    }

    private void rethrow() {
        Throwable t = thrown;
        thrown = null;
        Abort aborted = abort;
        abort = null;
        if (t != null && (aborted == null || !aborted.threw(t))) {
            CoroutineBody.<RuntimeException>throwAsIs(t);
        }
    }

    /// A body cannot declare checked exceptions but may throw one all the same; it is not ours to wrap.
    @SuppressWarnings("unchecked")
    static <T extends Throwable> void throwAsIs(Throwable t) throws T {
        throw (T) t;
    }

    final void suspend() {
        Abort aborted = abort;
        if (aborted == null || aborted.gaveUp()) {
            state = State.SUSPENDED;
            switchBack();
            aborted = abort;
        }
        if (aborted != null) {
            aborted.throwIt();
        }
    }

    @Override
    public final void abort(Supplier<? extends RuntimeException> reason) {
        switch (state) {
            case NEW -> state = State.FINISHED;
            case FINISHED -> {}
            case RUNNING -> throw new IllegalStateException("a body cannot be aborted while it is running");
            case SUSPENDED -> {
                abort = new Abort(reason);
                if (!resume()) {
                    factory.forget(this);
                    throw new IllegalStateException("a body catches everything and suspends again: it cannot be ended");
                }
            }
        }
    }

    private static final class Abort {
        private final Supplier<? extends RuntimeException> reason;
        private final List<Throwable> thrown = new ArrayList<>(1);

        Abort(Supplier<? extends RuntimeException> reason) {
            this.reason = reason;
        }

        boolean gaveUp() {
            return thrown.size() >= 2 * ABORT_PATIENCE;
        }

        boolean threw(Throwable t) {
            return thrown.stream().anyMatch(mine -> mine == t);
        }

        void throwIt() {
            if (thrown.size() >= ABORT_PATIENCE) {
                AbortedError error = new AbortedError();
                thrown.add(error);
                throw error;
            }
            RuntimeException exception = reason.get();
            thrown.add(exception);
            throw exception;
        }
    }
}
