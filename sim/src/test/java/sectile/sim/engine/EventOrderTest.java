package sectile.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The wheel fires exactly what the binary heap fires, in the same order, whatever the events do.
///
/// A failing case names delays and seed; `play(new Engine(), delays, seed)` replays it.
final class EventOrderTest {
    /// Delays that stress one property each.
    enum Delays {
        SAME_TIME,
        FEW_TIMES,
        NANOSECONDS,
        ALL_MAGNITUDES,
        CLUSTERS,
        BLOCK_EDGES,
        END_OF_TIME,
        CHANGING;

        long from(long random) {
            return switch (this) {
                case SAME_TIME -> 0;
                case FEW_TIMES -> Math.floorMod(random, 3);
                case NANOSECONDS -> 1_000 + Math.floorMod(random, 9_999_000);
                case ALL_MAGNITUDES -> (random >>> 1) >>> Math.floorMod(random, 63);
                case CLUSTERS -> Math.floorMod(random, 4) * 1_000_000_000L + Math.floorMod(random >> 8, 50);
                case BLOCK_EDGES -> (2L << Math.floorMod(random, 40)) - Math.floorMod(random >> 8, 3);
                case END_OF_TIME -> Long.MAX_VALUE - Math.floorMod(random, 1000);
                case CHANGING -> Math.floorMod(random >> 8, (random & 0xff) == 0 ? 1L << 44 : 1L << 12);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void wheelAndHeapFireTheSame(Delays delays) {
        for (long seed = 0; seed < 60; seed++) {
            assertThat(play(new Engine(), delays, seed))
                    .as("delays %s, seed %d", delays, seed)
                    .isEqualTo(play(Engine.reference(), delays, seed));
        }
    }

    /// Everything that fires, as text: event, time.
    private static String play(Engine engine, Delays delays, long seed) {
        return new Play(engine, delays, seed).log();
    }

    private static final class Play {
        private final Engine engine;
        private final Delays delays;
        private final Random random;
        private final StringBuilder log = new StringBuilder();
        private final Actor[] actors;
        private int budget;

        Play(Engine engine, Delays delays, long seed) {
            this.engine = engine;
            this.delays = delays;
            this.random = new Random(seed);
            int population = 1 << random.nextInt(12);
            this.budget = 200 + population * 4;
            this.actors = new Actor[population];
            for (int i = 0; i < population; i++) {
                actors[i] = new Actor(i);
            }
        }

        String log() {
            for (Actor actor : actors) {
                actor.plan();
            }
            boolean inSteps = random.nextBoolean();
            while (inSteps && !engine.isIdle() && random.nextInt(200) != 0) {
                long step = Math.min(delays.from(random.nextLong()), Long.MAX_VALUE - engine.now());
                log.append(engine.runUntil(engine.now() + step)).append(' ');
                actors[random.nextInt(actors.length)].plan();
            }
            engine.run();
            return log.append("fired ").append(engine.eventsFired()).toString();
        }

        private final class Actor extends Event {
            private final int number;

            Actor(int number) {
                this.number = number;
            }

            void plan() {
                if (!pending()) {
                    long delay = delays.from(random.nextLong());
                    engine.schedule(this, Math.min(delay, Long.MAX_VALUE - engine.now()));
                }
            }

            @Override
            protected void fire() {
                log.append(number).append('@').append(engine.now()).append('\n');
                for (int again = random.nextInt(4); again > 0 && budget > 0; again--) {
                    budget--;
                    (random.nextBoolean() ? this : actors[random.nextInt(actors.length)]).plan();
                }
            }
        }
    }

    /// Many events in one wide bucket, then each firing adds into the middle of it: the worst case for a sorted list.
    @Test
    void denseBucketIsSplit() {
        assertThat(dense(new Engine())).isEqualTo(dense(Engine.reference()));
    }

    private static long dense(Engine engine) {
        // Sparse events first, so that the wheel settles on wide buckets.
        for (int i = 0; i < 5_000; i++) {
            engine.schedule(i * 1_000_000_000L, () -> {});
        }
        engine.run();
        var random = new Random(1);
        long[] hash = {0};
        for (int i = 0; i < 20_000; i++) {
            int number = i;
            engine.schedule(random.nextInt(1_000_000), () -> {
                hash[0] = hash[0] * 31 + number * 7919L + engine.now();
                if (number % 2 == 0) {
                    engine.schedule(random.nextInt(1_000_000), () -> hash[0] = hash[0] * 31 + engine.now());
                }
            });
        }
        engine.run();
        return hash[0];
    }
}
