package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.array.Shape;
import sectile.base.number.Tile;
import sectile.base.number.TileMath;
import sectile.sim.engine.Event;
import sectile.sim.kernel.GemmPlan;
import sectile.sim.kernel.GemmPlan.Step;

/// A matrix product streamed by the PE scheduler.
///
/// There are two tile buffers: the tiles of step i+1 are loaded while step i is multiplied, and those of step
/// i+2 when step i is done and has left its buffer free. A finished tile of the result is written out while
/// the next one is in flight.
final class CompositeRun {
    private static final int BUFFERS = 2;

    private final Pe pe;
    private final Dma dma;
    private final GemmPlan plan;
    private final Runnable done;
    /// Reports to the observer of the machine; null if there is none.
    private final @Nullable CompositeWatch watch;

    private final Loaded[] buffers = {new Loaded(), new Loaded()};
    private final Multiplied multiplied = new Multiplied();

    private long toLoad;
    private long toMultiply;
    private boolean multiplying;
    private long storesUnderWay;
    private @Nullable Tile sum;

    CompositeRun(Pe pe, Dma dma, GemmPlan plan, @Nullable CompositeWatch watch, Runnable done) {
        this.pe = pe;
        this.dma = dma;
        this.plan = plan;
        this.done = done;
        this.watch = watch;
    }

    /// Begins when the scheduler has taken the request up, at `readyPs`.
    void start(long readyPs) {
        load(readyPs);
        load(readyPs);
    }

    private void load(long readyPs) {
        if (toLoad == plan.steps()) {
            return;
        }
        Loaded buffer = buffers[(int) (toLoad % BUFFERS)];
        long number = toLoad;
        Step step = plan.step(number);
        toLoad++;
        buffer.left = 2;
        Dma.By by = watch == null ? null : watch.loading(number, plan.windowA(step), plan.windowB(step));
        dma.read("composite load", readyPs, plan.windowA(step), by, bytes -> {
            buffer.a = tile(bytes, plan.windowA(step).shape());
            arrived(buffer, number);
        });
        dma.read("composite load", readyPs, plan.windowB(step), by, bytes -> {
            buffer.b = tile(bytes, plan.windowB(step).shape());
            arrived(buffer, number);
        });
    }

    private @Nullable Tile tile(byte @Nullable [] bytes, Shape shape) {
        return bytes == null ? null : Tile.fromBytes(plan.dtype(), shape, bytes, 0);
    }

    private void arrived(Loaded buffer, long step) {
        buffer.left--;
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.requestNow(buffer.here);
            buffer.here = trail.trail().now();
        }
        if (watch != null && buffer.left == 0) {
            watch.loaded(step);
        }
        multiply();
    }

    private void multiply() {
        Loaded buffer = buffers[(int) (toMultiply % BUFFERS)];
        if (multiplying || toMultiply == toLoad || buffer.left > 0) {
            return;
        }
        multiplying = true;
        EngineTrail trail = pe.trail();
        if (trail != null) {
            trail.needs(buffer.here);
        }
        if (watch != null) {
            watch.multiplying(toMultiply);
        }
        Step step = plan.step(toMultiply);
        long end = pe.gemm(pe.simulation().now(), step.rows(), step.columns(), step.depths(), plan.dtype());
        if (trail != null) {
            multiplied.noted = trail.latest();
        }
        pe.simulation().engine().scheduleAt(multiplied, end);
    }

    private void multiplied() {
        Step step = plan.step(toMultiply);
        Loaded buffer = buffers[(int) (toMultiply % BUFFERS)];
        Tile a = buffer.a;
        Tile b = buffer.b;
        if (watch != null) {
            watch.multiplied(toMultiply);
        }
        if (a != null && b != null) {
            Tile before = sum;
            sum = step.first() || before == null ? TileMath.dot(a, b) : TileMath.dot(a, b, before);
        }
        multiplying = false;
        toMultiply++;
        if (step.last()) {
            store(step, toMultiply - 1);
        }
        load(pe.simulation().now());
        multiply();
    }

    private void store(Step step, long number) {
        Tile result = sum;
        byte[] bytes =
                result == null ? null : TileMath.cast(result, plan.outDtype()).toBytes();
        storesUnderWay++;
        dma.write(
                "composite store",
                pe.simulation().now(),
                plan.windowOut(step),
                bytes,
                watch == null ? null : watch.storing(number),
                () -> {
                    storesUnderWay--;
                    if (storesUnderWay == 0 && toMultiply == plan.steps()) {
                        done.run();
                    }
                });
    }

    /// One tile buffer: a pair of operands, or the wait for them.
    private static final class Loaded {
        private int left;
        /// What brought the operand that came last; null unless the machine is traced.
        private sectile.sim.path.@Nullable Step here;

        private @Nullable Tile a;
        private @Nullable Tile b;
    }

    private final class Multiplied extends Event {
        private sectile.sim.path.@Nullable Step noted;

        @Override
        protected void fire() {
            EngineTrail trail = pe.trail();
            if (trail != null && noted != null) {
                trail.trail().now(noted);
                trail.requestNow();
            }
            multiplied();
        }
    }
}
