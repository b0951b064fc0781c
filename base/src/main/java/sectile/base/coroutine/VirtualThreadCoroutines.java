package sectile.base.coroutine;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Coroutines on virtual threads with a strict hand-off: of all bodies and the thread that resumes them,
/// one runs at a time.
final class VirtualThreadCoroutines extends Coroutines {
    /// Parking a platform thread costs a trip through the kernel, parking a virtual one does not.
    @Override
    public void drive(Runnable loop) {
        if (Thread.currentThread().isVirtual()) {
            loop.run();
            return;
        }
        var driver = new FutureTask<@Nullable Void>(loop, null);
        Thread thread = Thread.ofVirtual().name("sectile engine").start(driver);
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (driver.state() == Future.State.FAILED) {
            CoroutineBody.<RuntimeException>throwAsIs(driver.exceptionNow());
        }
    }

    @Override
    CoroutineBody newBody(Runnable code) {
        return new Body(code);
    }

    private final class Body extends CoroutineBody {
        private final Thread thread;
        private @Nullable Thread resumer;

        /// Whose turn it is. The hand-off through this field also makes everything else visible to the other side.
        private volatile boolean bodysTurn;

        Body(Runnable code) {
            super(VirtualThreadCoroutines.this, code);
            thread = Thread.ofVirtual()
                    .name("sectile body")
                    .inheritInheritableThreadLocals(false)
                    .unstarted(() -> {
                        runCode();
                        giveTurnBack();
                    });
        }

        @Override
        Thread thread() {
            return thread;
        }

        @Override
        void switchTo(boolean first) {
            resumer = Thread.currentThread();
            bodysTurn = true;
            if (first) {
                thread.start();
            } else {
                LockSupport.unpark(thread);
            }
            awaitTurn(false);
        }

        @Override
        void switchBack() {
            giveTurnBack();
            awaitTurn(true);
        }

        private void giveTurnBack() {
            Thread waiting = resumer;
            resumer = null;
            bodysTurn = false;
            LockSupport.unpark(waiting);
        }

        /// An interrupt does not end the wait, and is not lost.
        private void awaitTurn(boolean bodys) {
            boolean interrupted = false;
            while (bodysTurn != bodys) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
