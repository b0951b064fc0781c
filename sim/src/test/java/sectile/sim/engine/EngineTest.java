package sectile.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.coroutine.Coroutine;
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.coroutine.CoroutineKind;

final class EngineTest {
    private final Engine engine = new Engine();
    private final List<String> log = new ArrayList<>();

    private void logAt(long delay, String text) {
        engine.schedule(delay, () -> log.add(text + "@" + engine.now()));
    }

    @Test
    void firesByTimeThenByOrderOfScheduling() {
        logAt(20, "c");
        logAt(10, "a");
        logAt(20, "d");
        logAt(10, "b");
        engine.run();
        assertThat(log).containsExactly("a@10", "b@10", "c@20", "d@20");
        assertThat(engine.now()).isEqualTo(20);
        assertThat(engine.eventsFired()).isEqualTo(4);
        assertThat(engine.isIdle()).isTrue();
    }

    @Test
    void eventScheduledForNowFiresAfterThoseAlreadyDueNow() {
        engine.schedule(5, () -> {
            log.add("first");
            logAt(0, "third");
        });
        logAt(5, "second");
        engine.run();
        assertThat(log).containsExactly("first", "second@5", "third@5");
    }

    @Test
    void eventIsReusableOnceFired() {
        Event ticker = new Event() {
            @Override
            protected void fire() {
                assertThat(pending()).isFalse();
                if (engine.now() < 30) {
                    engine.schedule(this, 10);
                }
                log.add("tick@" + engine.now());
            }
        };
        engine.schedule(ticker, 10);
        engine.run();
        engine.scheduleAt(ticker, 100);
        assertThat(ticker.pending()).isTrue();
        engine.run();
        assertThat(log).containsExactly("tick@10", "tick@20", "tick@30", "tick@100");
    }

    @Test
    void runUntilIncludesItsLimitAndMovesTheClock() {
        logAt(10, "a");
        logAt(11, "b");
        assertThat(engine.runUntil(10)).isTrue();
        assertThat(log).containsExactly("a@10");
        assertThat(engine.now()).isEqualTo(10);
        assertThat(engine.runUntil(500)).isFalse();
        assertThat(engine.now()).isEqualTo(500);
        logAt(0, "late");
        engine.run();
        assertThat(log).containsExactly("a@10", "b@11", "late@500");
    }

    @Test
    void eventMayBeScheduledBeforeOneThatRunUntilHasOnlyLookedAt() {
        logAt(1_000_000_000_000L, "far");
        engine.runUntil(999_999_999_000L);
        logAt(1, "near");
        engine.run();
        assertThat(log).containsExactly("near@999999999001", "far@1000000000000");
    }

    @Test
    void stopLeavesTheRestPending() {
        engine.schedule(1, engine::stop);
        logAt(1, "rest");
        engine.run();
        assertThat(log).isEmpty();
        assertThat(engine.isIdle()).isFalse();
        assertThat(engine.runUntil(70)).isFalse();
        assertThat(log).containsExactly("rest@1");

        engine.schedule(1, engine::stop);
        engine.runUntil(100);
        assertThat(engine.now()).isEqualTo(71);
    }

    @Test
    void clearDropsEverythingAndKeepsTheClock() {
        var near = new Logged("near");
        var far = new Logged("far");
        engine.schedule(3, engine::stop);
        engine.schedule(near, 10);
        engine.schedule(far, 1_000_000_000_000L);
        engine.run();
        engine.clear();
        assertThat(engine.isIdle()).isTrue();
        assertThat(engine.now()).isEqualTo(3);
        engine.schedule(far, 2);
        engine.schedule(near, 1);
        engine.run();
        assertThat(log).containsExactly("near@4", "far@5");
    }

    @Test
    void exceptionLeavesTheEngineUsable() {
        engine.schedule(1, () -> {
            throw new IllegalStateException("broken component");
        });
        logAt(2, "next");
        assertThatThrownBy(engine::run).hasMessage("broken component");
        assertThat(engine.now()).isEqualTo(1);
        engine.run();
        assertThat(log).containsExactly("next@2");
    }

    @Test
    void reachesTheEndOfTime() {
        engine.scheduleAt(new Logged("end"), Long.MAX_VALUE);
        logAt(7, "early");
        engine.run();
        assertThat(engine.now()).isEqualTo(Long.MAX_VALUE);
        logAt(0, "still");
        engine.run();
        assertThat(log).containsExactly("early@7", "end@" + Long.MAX_VALUE, "still@" + Long.MAX_VALUE);
        assertThatThrownBy(() -> logAt(1, "never"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("past the end of simulated time");
    }

    @Test
    void misuseIsRefused() {
        var event = new Logged("x");
        engine.schedule(event, 10);
        assertThatThrownBy(() -> engine.schedule(event, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("event x is already pending for 10 ps; it cannot be scheduled for 5 ps as well");
        assertThatThrownBy(() -> new Engine().schedule(event, 5)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> logAt(-1, "y"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot schedule with a negative delay of -1 ps");
        engine.runUntil(50);
        assertThatThrownBy(() -> engine.scheduleAt(event, 49))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot schedule at 49 ps: the time is already 50 ps");
        assertThatThrownBy(() -> engine.runUntil(49)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(engine::stop).isInstanceOf(IllegalStateException.class);
        engine.schedule(1, engine::run);
        assertThatThrownBy(engine::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already running");
    }

    @ParameterizedTest
    @EnumSource(CoroutineKind.class)
    void kernelsWaitForEventsInSimulatedTime(CoroutineKind kind) {
        try (CoroutineFactory coroutines = kind.create()) {
            for (int i = 0; i < 3; i++) {
                int number = i;
                var body = new Coroutine[1];
                body[0] = coroutines.create(() -> {
                    for (int step = 0; step < 3; step++) {
                        engine.schedule(100L * (3 - number), () -> body[0].resume());
                        coroutines.suspend();
                        log.add(number + "@" + engine.now());
                    }
                });
                engine.schedule(0, () -> body[0].resume());
            }
            coroutines.drive(engine::run);
        }
        assertThat(log)
                .containsExactly("2@100", "1@200", "2@200", "0@300", "2@300", "1@400", "0@600", "1@600", "0@900");
    }

    private final class Logged extends Event {
        private final String text;

        Logged(String text) {
            this.text = text;
        }

        @Override
        protected void fire() {
            log.add(text + "@" + engine.now());
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
