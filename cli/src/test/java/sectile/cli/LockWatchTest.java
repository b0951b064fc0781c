package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sectile.base.coroutine.Coroutine;
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.coroutine.CoroutineKind;

/// A kernel that waits for a lock of another kernel is found; one that computes, or waits for something else, is not.
class LockWatchTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Thread start(Runnable body) {
        return Thread.ofPlatform().daemon().start(body);
    }

    @Test
    @Timeout(60)
    void aLockHeldOverASuspension() {
        Object lock = new Object();
        Thread thread = start(() -> {
            CoroutineFactory factory = CoroutineKind.CONTINUATION.create();
            Runnable kernel = () -> {
                synchronized (lock) {
                    factory.suspend();
                }
            };
            Coroutine first = factory.create(kernel);
            Coroutine second = factory.create(kernel);
            first.resume();
            second.resume();
        });
        var watch = new LockWatch(thread, Duration.ofSeconds(5));
        Duration elapsed = Duration.ZERO;
        while (!watch.isStuck(elapsed)) {
            elapsed = elapsed.plusMillis(1);
            Thread.onSpinWait();
        }
        assertThat(elapsed).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aThreadThatComputes() {
        var stop = new CountDownLatch(1);
        Thread thread = start(() -> {
            CoroutineFactory factory = CoroutineKind.CONTINUATION.create();
            factory.create(() -> {
                        while (stop.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    })
                    .resume();
        });
        var watch = new LockWatch(thread, SECOND);
        var processor = java.lang.management.ManagementFactory.getThreadMXBean();
        Duration elapsed = Duration.ZERO;
        for (int look = 0; look < 10; look++) {
            // Each look comes after the thread has worked.
            long until = processor.getThreadCpuTime(thread.threadId()) + 50_000_000;
            while (processor.getThreadCpuTime(thread.threadId()) < until) {
                Thread.onSpinWait();
            }
            elapsed = elapsed.plus(SECOND);
            assertThat(watch.isStuck(elapsed)).isFalse();
        }
        stop.countDown();
    }

    @Test
    void aThreadThatWaitsForAnother() {
        var stop = new CountDownLatch(1);
        Thread thread = start(() -> {
            try {
                stop.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        var watch = new LockWatch(thread, SECOND);
        for (int second = 0; second < 10; second++) {
            assertThat(watch.isStuck(Duration.ofSeconds(second))).isFalse();
        }
        stop.countDown();
    }
}
