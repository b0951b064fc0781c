package sectile.sim.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Coroutines on virtual threads with a strict hand-off: of all bodies and the thread that resumes them, one runs at a
/// time.
final class VirtualThreadCoroutines implements CoroutineFactory {
    private final Set<Body> suspended = new LinkedHashSet<>();
    private @Nullable Body current;

    @Override
    public Coroutine create(Runnable body) {
        return new Body(body);
    }

    @Override
    public void suspend() {
        Body body = current;
        if (body == null || Thread.currentThread() != body.thread) {
            throw new IllegalStateException("suspend() outside a body of this factory");
        }
        body.handBack();
        body.state.throwIfAborted();
    }

    @Override
    public void close() {
        for (Body body : new ArrayList<>(suspended)) {
            body.abort(ClosedException::new);
        }
    }

    private final class Body implements Coroutine {
        private final BodyState state;
        private final Thread thread;
        private boolean started;
        private @Nullable Thread resumer;
        /// Whose turn it is. The hand-off through this field also makes everything else visible to the other side.
        private volatile boolean bodysTurn;

        Body(Runnable body) {
            state = new BodyState(body);
            thread = Thread.ofVirtual().name("kernel body").unstarted(() -> {
                state.run();
                giveTurnBack();
            });
        }

        @Override
        public boolean resume() {
            if (state.finished()) {
                throw new IllegalStateException("the body has ended");
            }
            Body before = current;
            current = this;
            resumer = Thread.currentThread();
            bodysTurn = true;
            suspended.remove(this);
            if (started) {
                LockSupport.unpark(thread);
            } else {
                started = true;
                thread.start();
            }
            boolean interrupted = false;
            while (bodysTurn) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            current = before;
            if (!state.finished()) {
                suspended.add(this);
            }
            return state.afterResume();
        }

        private void giveTurnBack() {
            Thread waiting = resumer;
            bodysTurn = false;
            LockSupport.unpark(waiting);
        }

        private void handBack() {
            giveTurnBack();
            while (!bodysTurn) {
                LockSupport.park(this);
            }
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
            ContinuationCoroutines.abortToTheEnd(this, state);
        }
    }
}
