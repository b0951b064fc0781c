package sectile.interp.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Region;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.interp.schedule.Fiber;

/// Transfers that were started and not waited for. Each is an actor of its own until it ends.
public final class Transfers {
    private final Map<Long, List<Transfer>> started = new HashMap<>();
    /// The last late signal of a core to a cell.
    private final Map<String, Transfer> late = new HashMap<>();

    private int count;

    /// Which way data or a signal goes.
    public enum Way {
        /// To a peer: a fence orders it before what follows.
        OUT,
        /// From a peer: only `quiet` says that it has ended.
        IN
    }

    private static final class Transfer {
        private final Actor actor;
        private final Fiber fiber;
        private final Way way;
        /// Whether what its starter signals from now on comes after it.
        private boolean fenced;

        Transfer(Actor actor, Fiber fiber, Way way) {
            this.actor = actor;
            this.fiber = fiber;
            this.way = way;
        }

        Token token() {
            return new Token(Token.Kind.TRANSFER, fiber.path(), 0, "the end of " + actor.place());
        }
    }

    Transfers() {}

    /// Performs a transfer as an actor of its own and waits for it.
    public void perform(Core core, Way way, Consumer<Core> body) {
        Transfer transfer = started(core, Actor.Kind.TRANSFER, way, body);
        await(core, transfer);
        Calls.joined(core, transfer.actor);
        started.getOrDefault(core.actor().id(), new ArrayList<>()).remove(transfer);
    }

    /// Starts a transfer and continues. It begins after those before the last fence have ended.
    public void start(Core core, Way way, Consumer<Core> body) {
        started(core, Actor.Kind.TRANSFER, way, body);
    }

    /// Starts a signal that arrives at any time. Signals of one core to one cell do not overtake each other.
    void delay(Core core, Region cell, Consumer<Core> body) {
        Transfer before = late.get(key(core, cell));
        late.put(key(core, cell), started(core, Actor.Kind.SIGNAL, Way.OUT, on -> {
            if (before != null) {
                await(on, before);
            }
            body.accept(on);
        }));
    }

    /// Before a signal that is not late: one to the same cell may be.
    void follow(Core core, Region cell) {
        Transfer before = late.isEmpty() ? null : late.remove(key(core, cell));
        if (before != null) {
            await(core, before);
        }
    }

    private static String key(Core core, Region cell) {
        return core.actor().id() + " " + cell.memory().key() + "+" + cell.start();
    }

    private Transfer started(Core core, Actor.Kind kind, Way way, Consumer<Core> body) {
        settle(core);
        Machine machine = core.machine();
        List<Transfer> own = started.computeIfAbsent(core.actor().id(), id -> new ArrayList<>());
        Actor actor = machine.transfer(core.actor(), kind, ++count);
        if (machine.isObserved()) {
            machine.observe(new Event.Start(core.actor(), actor, core.span(), machine.nowPs()));
        }
        Core engine = core.member(core.kind(), core.group(), core.lane(), actor);
        Transfer[] self = new Transfer[1];
        Fiber fiber = machine.spawn(actor, () -> {
            body.accept(engine);
            if (machine.isObserved()) {
                engine.releases(self[0].token(), false);
            }
        });
        self[0] = new Transfer(actor, fiber, way);
        own.add(self[0]);
        return self[0];
    }

    /// What the core signals or transfers from now on comes after what it has written and sent so far.
    public void order(Core core) {
        for (Transfer transfer : started.getOrDefault(core.actor().id(), List.of())) {
            switch (transfer.way) {
                case OUT -> transfer.fenced = true;
                case IN -> {}
            }
        }
        if (core.machine().isObserved()) {
            core.acquires(
                    new Token(Token.Kind.FENCE, String.valueOf(core.actor().id()), 0, "a fence"));
        }
    }

    /// Before a signal, or a transfer that others may see: those before the last fence must have ended.
    void settle(Core core) {
        List<Transfer> own = started.get(core.actor().id());
        if (own == null) {
            return;
        }
        for (Transfer transfer : own) {
            if (transfer.fenced) {
                await(core, transfer);
                if (core.machine().isObserved()) {
                    core.acquires(transfer.token());
                }
            }
        }
    }

    /// Waits for all transfers of a core.
    public void complete(Core core) {
        List<Transfer> own = started.get(core.actor().id());
        if (own != null) {
            for (Transfer transfer : own) {
                await(core, transfer);
                Calls.joined(core, transfer.actor);
            }
            own.clear();
        }
        order(core);
    }

    private static void await(Core core, Transfer transfer) {
        core.await(
                transfer.fiber.done(),
                transfer.fiber::isFinished,
                () -> new Wait.End("the end of " + transfer.fiber.name(), List.of(transfer.actor)));
    }

    /// A kernel ends, whatever it has started.
    void kernelEnds(Core core, String kernel) {
        if (core.machine().isObserved() && started.containsKey(core.actor().id())) {
            core.releases(new Token(Token.Kind.KERNEL, kernel, 0, "the end of " + kernel), true);
        }
    }
}
