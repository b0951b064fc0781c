package sectile.sim.engine;

import java.util.function.Supplier;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import org.jspecify.annotations.Nullable;

/// Coroutines on the JDK's own one-shot delimited continuations, the mechanism under virtual threads.
final class ContinuationCoroutines implements CoroutineFactory {
    private final ContinuationScope scope = new ContinuationScope("sectile");
    private @Nullable Body current;

    private ContinuationCoroutines() {}

    static CoroutineFactory open() {
        try {
            return new ContinuationCoroutines();
        } catch (IllegalAccessError e) {
            throw new IllegalStateException(
                    "continuations need the JVM option --add-exports java.base/jdk.internal.vm=ALL-UNNAMED;"
                            + " without it choose " + CoroutineKind.VIRTUAL_THREAD,
                    e);
        }
    }

    @Override
    public Coroutine create(Runnable body) {
        return new Body(body);
    }

    @Override
    public void suspend() {
        Body body = current;
        if (body == null) {
            throw new IllegalStateException("suspend() outside a body of this factory");
        }
        if (!Continuation.yield(scope)) {
            throw new IllegalStateException("the body is pinned by a native frame and cannot suspend");
        }
        body.state.throwIfAborted();
    }

    /// Suspended continuations are plain objects: the garbage collector takes them.
    @Override
    public void close() {}

    private final class Body implements Coroutine {
        private final BodyState state;
        private final Continuation continuation;
        private boolean started;

        Body(Runnable body) {
            state = new BodyState(body);
            continuation = new Continuation(scope, state::run);
        }

        @Override
        public boolean resume() {
            if (state.finished()) {
                throw new IllegalStateException("the body has ended");
            }
            Body before = current;
            current = this;
            started = true;
            try {
                continuation.run();
            } finally {
                current = before;
            }
            return state.afterResume();
        }

        @Override
        public boolean finished() {
            return state.finished();
        }

        @Override
        public void abort(Supplier<? extends RuntimeException> reason) {
            state.abortWith(reason);
            if (!started) {
                state.finish();
                return;
            }
            abortToTheEnd(this, state);
        }
    }

    /// Resumes until the body gives in; one that keeps catching the exception is left after a few tries.
    static void abortToTheEnd(Coroutine coroutine, BodyState state) {
        int tries = 8;
        while (!state.finished()) {
            if (tries-- == 0) {
                throw new IllegalStateException("the body keeps suspending although it is being aborted");
            }
            coroutine.resume();
        }
    }
}
