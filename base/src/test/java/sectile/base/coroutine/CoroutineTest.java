package sectile.base.coroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What a coroutine does, whatever it is made of.
@ParameterizedClass
@EnumSource(CoroutineKind.class)
final class CoroutineTest {
    @Parameter
    CoroutineKind kind = CoroutineKind.CONTINUATION;

    private CoroutineFactory coroutines = CoroutineKind.CONTINUATION.create();
    private final List<String> log = new ArrayList<>();

    @BeforeEach
    void open() {
        coroutines.close();
        coroutines = kind.create();
    }

    @AfterEach
    void close() {
        coroutines.close();
    }

    private Coroutine steps(String name, int steps) {
        return coroutines.create(() -> {
            for (int i = 0; i < steps; i++) {
                log.add(name + i);
                coroutines.suspend();
            }
            log.add(name + " ends");
        });
    }

    @Test
    void bodiesTakeTurns() {
        Coroutine a = steps("a", 2);
        Coroutine b = steps("b", 1);
        assertThat(log).isEmpty();
        assertThat(a.resume()).isFalse();
        assertThat(b.resume()).isFalse();
        assertThat(a.resume()).isFalse();
        assertThat(b.resume()).isTrue();
        assertThat(a.finished()).isFalse();
        assertThat(a.resume()).isTrue();
        assertThat(a.finished()).isTrue();
        assertThat(log).containsExactly("a0", "b0", "a1", "b ends", "a ends");
    }

    @Test
    void suspendReachesThroughCallsStreamsAndLocks() {
        Coroutine body = coroutines.create(() -> IntStream.range(0, 3).forEach(i -> {
            synchronized (log) {
                coroutines.suspend();
                log.add("after " + i);
            }
        }));
        for (int i = 0; i < 3; i++) {
            assertThat(body.resume()).isFalse();
        }
        assertThat(body.resume()).isTrue();
        assertThat(log).containsExactly("after 0", "after 1", "after 2");
    }

    @Test
    void bodiesNest() {
        Coroutine inner = steps("inner", 1);
        Coroutine outer = coroutines.create(() -> {
            assertThat(inner.resume()).isFalse();
            log.add("outer");
            coroutines.suspend();
            assertThat(inner.resume()).isTrue();
        });
        assertThat(outer.resume()).isFalse();
        assertThat(outer.resume()).isTrue();
        assertThat(log).containsExactly("inner0", "outer", "inner ends");
    }

    @Test
    void bodyMayBeResumedFromAnotherThread() throws InterruptedException {
        Coroutine body = steps("x", 2);
        body.resume();
        Thread other = Thread.ofPlatform().start(body::resume);
        other.join();
        assertThat(body.resume()).isTrue();
        assertThat(log).containsExactly("x0", "x1", "x ends");
    }

    @Test
    void driveRunsTheLoopAndPassesItsException() {
        Coroutine body = steps("x", 1);
        coroutines.drive(() -> {
            body.resume();
            body.resume();
        });
        assertThat(log).containsExactly("x0", "x ends");
        assertThatThrownBy(() -> coroutines.drive(() -> {
                    throw new IllegalArgumentException("from the loop");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("from the loop");
        coroutines.drive(() -> coroutines.drive(() -> log.add("nested")));
        assertThat(log).endsWith("nested");
    }

    @Test
    void exceptionComesOutOfResumeWithTheBodysStack() {
        Coroutine body = coroutines.create(() -> {
            coroutines.suspend();
            failInTheKernel();
        });
        body.resume();
        assertThatThrownBy(body::resume)
                .isInstanceOf(ArithmeticException.class)
                .satisfies(e -> assertThat(e.getStackTrace()[0].getMethodName()).isEqualTo("failInTheKernel"));
        assertThat(body.finished()).isTrue();
        assertThatThrownBy(body::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the body has ended");
    }

    private static void failInTheKernel() {
        throw new ArithmeticException("no such number");
    }

    @Test
    void errorsAndUndeclaredExceptionsComeOutAsTheyAre() {
        Coroutine error = coroutines.create(() -> {
            throw new AssertionError("wrong");
        });
        assertThatThrownBy(error::resume).isInstanceOf(AssertionError.class).hasMessage("wrong");
        Coroutine checked = coroutines.create(() -> CoroutineBody.<RuntimeException>throwAsIs(new IOException("disk")));
        assertThatThrownBy(checked::resume).isInstanceOf(IOException.class).hasMessage("disk");
    }

    @Test
    void abortThrowsAtTheLineThatWaits() {
        var reasons = new ArrayList<IllegalStateException>();
        Coroutine body = coroutines.create(() -> {
            try {
                waitInTheKernel();
            } finally {
                log.add("cleaned up");
            }
        });
        body.resume();
        body.abort(() -> {
            var reason = new IllegalStateException("deadlock");
            reasons.add(reason);
            return reason;
        });
        assertThat(body.finished()).isTrue();
        assertThat(log).containsExactly("cleaned up");
        assertThat(reasons)
                .singleElement()
                .satisfies(reason -> assertThat(reason.getStackTrace())
                        .extracting(StackTraceElement::getMethodName)
                        .contains("waitInTheKernel"));
        body.abort(IllegalStateException::new);
    }

    private void waitInTheKernel() {
        coroutines.suspend();
        log.add("not reached");
    }

    @Test
    void abortBeforeTheFirstResumeRunsNothing() {
        Coroutine body = steps("x", 1);
        body.abort(() -> {
            throw new AssertionError("there is no stack to make the reason on");
        });
        assertThat(body.finished()).isTrue();
        assertThat(log).isEmpty();
    }

    @Test
    void anotherExceptionOnTheWayOutComesOutOfAbort() {
        Coroutine body = coroutines.create(() -> {
            try {
                coroutines.suspend();
            } finally {
                failInTheKernel();
            }
        });
        body.resume();
        assertThatThrownBy(() -> body.abort(IllegalStateException::new)).isInstanceOf(ArithmeticException.class);
        assertThat(body.finished()).isTrue();
    }

    @Test
    void suspendingWhileAbortedThrowsAtOnce() {
        Coroutine body = coroutines.create(() -> {
            try {
                coroutines.suspend();
            } finally {
                log.add("sends a last message");
                coroutines.suspend();
                log.add("not reached");
            }
        });
        body.resume();
        body.abort(() -> new IllegalStateException("reason"));
        assertThat(body.finished()).isTrue();
        assertThat(log).containsExactly("sends a last message");
    }

    @Test
    void catchingRuntimeExceptionsForEverDoesNotHoldABody() {
        Coroutine body = coroutines.create(() -> {
            while (true) {
                try {
                    coroutines.suspend();
                } catch (RuntimeException e) {
                    log.add("caught");
                }
            }
        });
        body.resume();
        body.abort(IllegalStateException::new);
        assertThat(body.finished()).isTrue();
        assertThat(log).hasSize(8);
    }

    @Test
    @SuppressWarnings("CatchingUnchecked")
    void bodyThatCatchesEverythingIsReported() {
        var release = new boolean[1];
        Coroutine body = coroutines.create(() -> {
            while (!release[0]) {
                try {
                    coroutines.suspend();
                } catch (Throwable t) {
                    log.add("caught");
                }
            }
        });
        body.resume();
        assertThatThrownBy(() -> body.abort(IllegalStateException::new))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be ended");
        release[0] = true;
        assertThat(body.resume()).isTrue();
    }

    @Test
    void closeEndsWhatHasBegunInOrder() {
        for (String name : List.of("first", "second", "third")) {
            coroutines
                    .create(() -> {
                        try {
                            coroutines.suspend();
                        } catch (CancellationException e) {
                            log.add(name);
                            throw e;
                        }
                    })
                    .resume();
        }
        Coroutine never = steps("never", 1);
        Coroutine done = steps("done", 0);
        done.resume();
        coroutines.close();
        assertThat(log).containsExactly("done ends", "first", "second", "third");
        assertThatThrownBy(() -> coroutines.create(() -> {})).hasMessageContaining("closed");
        assertThatThrownBy(never::resume).hasMessageContaining("closed");
        coroutines.close();
    }

    @Test
    void closeGoesOnAfterAFailure() {
        for (int i = 0; i < 3; i++) {
            int number = i;
            coroutines
                    .create(() -> {
                        try {
                            coroutines.suspend();
                        } finally {
                            log.add("end " + number);
                            if (number < 2) {
                                failInTheKernel();
                            }
                        }
                    })
                    .resume();
        }
        assertThatThrownBy(coroutines::close)
                .isInstanceOf(ArithmeticException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(log).containsExactly("end 0", "end 1", "end 2");
    }

    @Test
    void misuseIsRefused() throws InterruptedException {
        assertThatThrownBy(coroutines::suspend)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("suspend() outside a body of this factory");
        var self = new Coroutine[1];
        self[0] = coroutines.create(() -> {
            assertThatThrownBy(self[0]::resume).hasMessage("the body is running already");
            assertThatThrownBy(() -> self[0].abort(IllegalStateException::new))
                    .hasMessageContaining("while it is running");
            Thread foreign = Thread.ofPlatform()
                    .start(() -> assertThatThrownBy(coroutines::suspend).satisfies(e -> log.add(e.getMessage())));
            joinQuietly(foreign);
        });
        assertThat(self[0].resume()).isTrue();
        assertThat(log).containsExactly("suspend() outside a body of this factory");
    }

    private static void joinQuietly(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void interruptIsNeitherLostNorInTheWay() {
        Coroutine body = steps("x", 1);
        Thread.currentThread().interrupt();
        assertThat(body.resume()).isFalse();
        assertThat(body.resume()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
