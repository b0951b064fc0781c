package sectile.interp.schedule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.WaitGraph;
import sectile.base.order.Order;
import sectile.interp.problem.ExecCode;

/// Runs fibers in turn, in an order that depends on nothing but the program and an [Order].
public final class TurnScheduler implements Scheduler {
    private final List<TurnFiber> ready = new ArrayList<>();
    private final Set<TurnFiber> living = new LinkedHashSet<>();
    private final Order order;
    private final long patience;
    private @Nullable CoroutineFactory coroutines;
    private @Nullable TurnFiber current;
    /// What was chosen by the fiber that made room for it.
    private @Nullable TurnFiber chosen;

    private long idleRounds;
    private long created;

    /// @param order decides which fiber continues
    /// @param patience how many rounds of polling loops without a change of memory count as stuck
    public TurnScheduler(Order order, long patience) {
        this.order = order;
        this.patience = patience;
    }

    @Override
    public void run(Actor actor, Runnable body) {
        if (coroutines != null) {
            throw new IllegalStateException("a scheduler runs once");
        }
        try (CoroutineFactory factory = CoroutineKind.fastest().create()) {
            coroutines = factory;
            spawn(actor, body);
            factory.drive(this::runAll);
        }
    }

    /// Gives fibers their turns until all have ended. What a fiber throws comes out here.
    private void runAll() {
        while (!living.isEmpty()) {
            TurnFiber next = chosen == null ? choose() : chosen;
            chosen = null;
            current = next;
            if (next.coroutine().resume()) {
                living.remove(next);
                idleRounds = 0;
                next.end();
            }
        }
    }

    /// Takes the next fiber out of the queue.
    private TurnFiber choose() {
        sendBack();
        if (ready.isEmpty()) {
            throw new DiagnosticException(StuckReport.of(List.copyOf(living)));
        }
        TurnFiber next = ready.remove(order.interleaves() ? order.next(List.copyOf(ready)) : 0);
        next.queued = false;
        return next;
    }

    /// Sends those back to sleep that were told of a change and still cannot continue. An order that does not
    /// interleave takes the first one, so no other has to be looked at.
    private void sendBack() {
        int at = 0;
        while (at < ready.size()) {
            TurnFiber fiber = ready.get(at);
            Channel channel = fiber.channel;
            if (channel == null || fiber.isEnabled()) {
                if (!order.interleaves()) {
                    return;
                }
                at++;
            } else {
                ready.remove(at);
                fiber.queued = false;
                channel.add(fiber);
            }
        }
    }

    @Override
    public Creation create() {
        TurnFiber me = current;
        return me == null ? new Creation("", created++) : me.create();
    }

    @Override
    public boolean draws() {
        return order.draws();
    }

    @Override
    public int draw(int bound) {
        return bound <= 1 ? 0 : order.draw(bound);
    }

    @Override
    public TurnFiber spawn(Actor actor, Runnable body) {
        var fiber = new TurnFiber(this, actor, current, factory().create(body));
        living.add(fiber);
        enqueue(fiber);
        return fiber;
    }

    private CoroutineFactory factory() {
        CoroutineFactory factory = coroutines;
        if (factory == null) {
            throw new IllegalStateException("the scheduler does not run");
        }
        return factory;
    }

    void enqueue(TurnFiber fiber) {
        if (!fiber.queued && !fiber.isFinished()) {
            fiber.queued = true;
            ready.add(fiber);
        }
    }

    @Override
    public void pause() {
        if (order.interleaves()) {
            yieldFirst(running());
        }
    }

    /// Puts the running fiber in front of those that can continue and lets the order choose; if it is chosen again, no
    /// other coroutine has to be resumed.
    private void yieldFirst(TurnFiber me) {
        me.queued = true;
        ready.addFirst(me);
        TurnFiber next = choose();
        if (next != me) {
            chosen = next;
            factory().suspend();
        }
    }

    /// Lets every other fiber that can run come first.
    private void pass() {
        if (ready.isEmpty() && !order.interleaves()) {
            return;
        }
        enqueue(running());
        factory().suspend();
    }

    @Override
    public void round(Span span) {
        if (++idleRounds > patience) {
            throw new DiagnosticException(Diagnostic.error(
                            ExecCode.ENDLESS_LOOP,
                            span,
                            "this loop has run " + patience + " iterations while nothing else changed")
                    .hint("what it waits for never happens, or it does not end"));
        }
        pass();
    }

    @Override
    public void progress() {
        idleRounds = 0;
    }

    @Override
    public void await(Channel channel, BooleanSupplier condition, Supplier<WaitGraph.Node> waiting) {
        if (!condition.getAsBoolean()) {
            sleep(channel, condition, waiting);
        }
    }

    @Override
    public void pauseUntil(Channel channel, BooleanSupplier condition, Supplier<WaitGraph.Node> waiting) {
        if (order.interleaves() || !condition.getAsBoolean()) {
            sleep(channel, condition, waiting);
        }
    }

    private void sleep(Channel channel, BooleanSupplier condition, Supplier<WaitGraph.Node> waiting) {
        TurnFiber me = running();
        me.waitsFor(waiting);
        me.condition = condition;
        me.channel = channel;
        if (condition.getAsBoolean()) {
            yieldFirst(me);
        } else {
            channel.add(me);
            factory().suspend();
        }
        me.condition = null;
        me.channel = null;
        me.waitsFor(null);
    }

    private TurnFiber running() {
        TurnFiber me = current;
        if (me == null) {
            throw new IllegalStateException("no fiber runs");
        }
        return me;
    }
}
