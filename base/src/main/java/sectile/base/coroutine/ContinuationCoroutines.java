package sectile.base.coroutine;

import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import org.jspecify.annotations.Nullable;

/// Coroutines on the JDK's own one-shot delimited continuations, the mechanism under virtual threads.
final class ContinuationCoroutines extends Coroutines {
    private final ContinuationScope scope = new ContinuationScope("sectile");

    @Override
    public void drive(Runnable loop) {
        loop.run();
    }

    @Override
    CoroutineBody newBody(Runnable code) {
        return new Body(code);
    }

    private final class Body extends CoroutineBody {
        private final Frames frames;
        private @Nullable Thread thread;

        Body(Runnable code) {
            super(ContinuationCoroutines.this, code);
            frames = new Frames(scope, this::runCode);
        }

        @Override
        @Nullable
        Thread thread() {
            return thread;
        }

        @Override
        void switchTo(boolean first) {
            thread = Thread.currentThread();
            frames.run();
        }

        @Override
        void switchBack() {
            Continuation.yield(scope);
        }
    }

    private static final class Frames extends Continuation {
        Frames(ContinuationScope scope, Runnable target) {
            super(scope, target);
        }

        @Override
        protected void onPinned(Pinned reason) {
            throw new IllegalStateException(
                    "the body cannot suspend here: a native frame or class initialiser is on its" + " stack (" + reason
                            + ")");
        }
    }
}
