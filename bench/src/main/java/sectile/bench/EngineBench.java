package sectile.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import sectile.base.coroutine.Coroutine;
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.coroutine.CoroutineKind;
import sectile.sim.engine.Engine;
import sectile.sim.engine.Event;

/// The event engine alone: callback events per second by the number pending, and switches per second by the kind of
/// coroutine. The binary heap of `Engine.reference()` runs along, so that ratios can be compared between machines.
public final class EngineBench {
    private static final PrintStream OUT = System.out;
    private static final long EVENTS = 4_000_000;
    private static final int ROUNDS = 5;

    private EngineBench() {}

    public static void main(String[] args) {
        List<String> wanted = args.length == 0 ? List.of("events", "switches") : List.of(args);
        for (String name : wanted) {
            switch (name) {
                case "events" -> events();
                case "switches" -> switches();
                default -> throw new IllegalArgumentException("no benchmark " + name + "; there are: events, switches");
            }
        }
    }

    private static void events() {
        OUT.println("callback events: each schedules itself again, 1 ns to 10 us later");
        OUT.printf("%-12s %8s %12s %12s %12s %8s%n", "delays", "pending", "wheel ns", "wheel M/s", "heap ns", "ratio");
        for (Delays delays : Delays.values()) {
            for (int pending : new int[] {16, 1_000, 100_000}) {
                double wheel = Cpu.nanosPerOperation(ROUNDS, () -> fire(Engine::new, delays, pending, EVENTS));
                double heap = Cpu.nanosPerOperation(1, () -> fire(Engine::reference, delays, pending, EVENTS / 4));
                OUT.printf(
                        "%-12s %,8d %12.1f %12.1f %12.1f %8.1f%n",
                        delays, pending, wheel, 1e3 / wheel, heap, heap / wheel);
            }
        }
    }

    private enum Delays {
        UNIFORM,
        MAGNITUDES
    }

    private static long fire(Supplier<Engine> maker, Delays delays, int pending, long events) {
        Engine engine = maker.get();
        for (int i = 0; i < pending; i++) {
            engine.schedule(new Ticking(engine, delays, i + 1), i);
        }
        // Each step is about a thousand events, so that looking at the count costs nothing.
        long step = Math.max(1, 5_000_000_000L / pending);
        while (engine.eventsFired() < events) {
            engine.runUntil(engine.now() + step);
        }
        return engine.eventsFired();
    }

    private static final class Ticking extends Event {
        private final Engine engine;
        private final Delays delays;
        private long random;

        Ticking(Engine engine, Delays delays, long seed) {
            this.engine = engine;
            this.delays = delays;
            this.random = seed * 0x9E3779B97F4A7C15L;
        }

        @Override
        protected void fire() {
            random ^= random << 13;
            random ^= random >>> 7;
            random ^= random << 17;
            engine.schedule(
                    this,
                    switch (delays) {
                        case UNIFORM -> 1_000 + (((random >>> 32) * 9_999_000L) >>> 32);
                        case MAGNITUDES -> 1_000L << (int) (((random >>> 48) * 14) >>> 16);
                    });
        }
    }

    private static void switches() {
        OUT.println("switches (a resume and the suspend that answers it), 1,000 bodies taking turns");
        OUT.printf("%-16s %-16s %-6s %12s %12s%n", "coroutines", "resumed from", "time", "ns", "M/s");
        try (CoroutineFactory coroutines = CoroutineKind.CONTINUATION.create()) {
            report(CoroutineKind.CONTINUATION, "this thread", "cpu", switchNanos(coroutines, 2_000_000, Cpu::nanos));
        }
        try (CoroutineFactory coroutines = CoroutineKind.VIRTUAL_THREAD.create()) {
            coroutines.drive(() -> report(
                    CoroutineKind.VIRTUAL_THREAD,
                    "drive",
                    "wall",
                    switchNanos(coroutines, 1_000_000, System::nanoTime)));
            report(
                    CoroutineKind.VIRTUAL_THREAD,
                    "platform thread",
                    "wall",
                    switchNanos(coroutines, 50_000, System::nanoTime));
        }
    }

    private static void report(CoroutineKind kind, String where, String time, double nanos) {
        OUT.printf("%-16s %-16s %-6s %12.1f %12.2f%n", kind, where, time, nanos, 1e3 / nanos);
    }

    private static double switchNanos(CoroutineFactory coroutines, int switches, LongSupplier clock) {
        var stop = new boolean[1];
        var work = new AtomicLong();
        Coroutine[] bodies = new Coroutine[1_000];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = coroutines.create(() -> {
                while (!stop[0]) {
                    work.setPlain(work.getPlain() + 1);
                    coroutines.suspend();
                }
            });
        }
        double best = Double.MAX_VALUE;
        for (int round = 0; round <= ROUNDS; round++) {
            long began = clock.getAsLong();
            for (int i = 0; i < switches; i++) {
                bodies[i % bodies.length].resume();
            }
            best = Math.min(best, (clock.getAsLong() - began) / (double) switches);
        }
        stop[0] = true;
        for (Coroutine body : bodies) {
            body.resume();
        }
        return best;
    }
}
