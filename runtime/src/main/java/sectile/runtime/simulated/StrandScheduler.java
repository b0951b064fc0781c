package sectile.runtime.simulated;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;
import sectile.interp.problem.ExecCode;
import sectile.interp.schedule.Channel;
import sectile.interp.schedule.Creation;
import sectile.interp.schedule.Fiber;
import sectile.interp.schedule.Scheduler;
import sectile.interp.schedule.StuckReport;
import sectile.sim.machine.Strand;
import sectile.sim.machine.Strands;
import sectile.sim.path.Cause;

/// Fibers as strands of the machine: simulated time decides their order.
final class StrandScheduler implements Scheduler {
    private final Strands strands;
    private final long patience;
    private final Set<StrandFiber> living = new LinkedHashSet<>();
    private @Nullable StrandFiber current;
    private long idleRounds;
    private long created;

    StrandScheduler(Strands strands, long patience) {
        this.strands = strands;
        this.patience = patience;
    }

    @Override
    public void run(Actor actor, Runnable body) {
        var first = new StrandFiber(actor, null);
        living.add(first);
        strands.run(() -> first.live(body), () -> new DiagnosticException(StuckReport.of(List.copyOf(living))));
    }

    @Override
    public Fiber spawn(Actor actor, Runnable body) {
        var fiber = new StrandFiber(actor, current);
        living.add(fiber);
        strands.start(() -> fiber.live(body), () -> {});
        return fiber;
    }

    /// Code for a strand that the machine starts.
    Runnable body(Actor actor, Runnable body) {
        var fiber = new StrandFiber(actor, current);
        return () -> {
            living.add(fiber);
            fiber.live(body);
        };
    }

    @Override
    public void await(Channel channel, BooleanSupplier condition, Supplier<WaitGraph.Node> waiting) {
        if (condition.getAsBoolean()) {
            return;
        }
        StrandFiber me = running();
        me.waitsFor(waiting);
        long since = strands.nowPs();
        Optional<Cause> cause = strands.isTraced() ? cause(waiting.get().waiting()) : Optional.empty();
        while (!condition.getAsBoolean()) {
            channel.add(me);
            sleep();
        }
        cause.ifPresent(known -> strands.waitedFor(known, since));
        me.waitsFor(null);
    }

    private static Optional<Cause> cause(Wait wait) {
        return switch (wait) {
            case Wait.Cell c -> Optional.of(Cause.CELL);
            case Wait.Queue q -> Optional.of(Cause.MESSAGE);
            case Wait.Flag f -> Optional.of(Cause.CELL);
            case Wait.End e -> Optional.of(Cause.TASK);
            case Wait.Meeting m -> Optional.of(Cause.CELL);
            case Wait.Engine e -> Optional.empty();
            case Wait.Transfer t -> Optional.empty();
            case Wait.Link l -> Optional.empty();
            case Wait.Machine m -> Optional.empty();
            case Wait.Aborted a -> Optional.empty();
        };
    }

    /// Lets something happen that puts the running strand to sleep; other fibers run meanwhile.
    void whileAsleep(Supplier<WaitGraph.Node> waiting, Runnable sleeping) {
        StrandFiber me = running();
        me.waitsFor(waiting);
        sleeping.run();
        me.waitsFor(null);
        current = me;
    }

    private void sleep() {
        StrandFiber me = running();
        strands.sleep();
        current = me;
    }

    private StrandFiber running() {
        StrandFiber me = current;
        if (me == null) {
            throw new IllegalStateException("no fiber runs");
        }
        return me;
    }

    @Override
    public Creation create() {
        StrandFiber me = current;
        return me == null ? new Creation("", created++) : me.create();
    }

    /// Time decides the order.
    @Override
    public boolean draws() {
        return false;
    }

    @Override
    public int draw(int bound) {
        return 0;
    }

    @Override
    public void pause() {}

    /// Reads of memory inside a polling loop take time, so others get their turn; one that reads nothing is stopped.
    @Override
    public void round(Span span) {
        if (++idleRounds > patience) {
            throw new DiagnosticException(Diagnostic.error(
                            ExecCode.ENDLESS_LOOP,
                            span,
                            "this loop ran " + patience + " times while nothing else changed")
                    .hint("what it waits for never happens, or it does not end"));
        }
    }

    @Override
    public void progress() {
        idleRounds = 0;
    }

    private final class StrandFiber extends Fiber {
        private @Nullable Strand strand;

        StrandFiber(Actor actor, @Nullable Fiber parent) {
            super(actor, parent);
        }

        void live(Runnable body) {
            strand = strands.current();
            current = this;
            body.run();
            living.remove(this);
            idleRounds = 0;
            end();
        }

        @Override
        protected void wake() {
            Strand own = strand;
            if (own != null) {
                own.wake();
            }
        }
    }
}
