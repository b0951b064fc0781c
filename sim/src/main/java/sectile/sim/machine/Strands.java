package sectile.sim.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.Coroutine;
import sectile.sim.Place;
import sectile.sim.engine.Engine;
import sectile.sim.path.Cause;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;

/// Programs of many threads of control on the machine, beside kernels.
///
/// ```java
/// machine.strands().run(() -> {
///     strands.await(new Site.Control(0), new Work.Read("read", List.of(cell)), "");
///     strands.launch(new Site.Control(0), 64, "program.py:12", List.of(block));
/// }, () -> new IllegalStateException("stuck"));
/// ```
public final class Strands {
    private final Simulation simulation;
    private final Workshop workshop;
    private final Set<Strand> living = new LinkedHashSet<>();
    private @Nullable Strand current;

    Strands(Simulation simulation) {
        this.simulation = simulation;
        this.workshop = new Workshop(simulation);
    }

    /// Starts the first strand and lets everything happen that follows.
    ///
    /// @param stuck what to throw when strands still sleep and nothing is left that could wake them
    public void run(Runnable first, Supplier<RuntimeException> stuck) {
        start(first, () -> {});
        try {
            simulation.drain();
        } catch (RuntimeException | Error e) {
            abortAll();
            throw e;
        }
        if (!living.isEmpty()) {
            RuntimeException reason = stuck.get();
            abortAll();
            throw reason;
        }
    }

    /// Starts a strand; it gets its first turn at this moment of simulated time. `whenEnded` runs right after its end.
    public Strand start(Runnable body, Runnable whenEnded) {
        Strand strand = new Strand(this, body, whenEnded);
        living.add(strand);
        strand.wake();
        return strand;
    }

    /// The strand that calls this.
    public Strand current() {
        Strand strand = current;
        if (strand == null) {
            throw new IllegalStateException("no strand is running");
        }
        return strand;
    }

    /// Lets the calling strand sleep until it is woken. It may be woken without need, so the caller looks again.
    public void sleep() {
        current();
        simulation.coroutines().suspend();
    }

    /// Has something done for the calling strand, which sleeps until it is.
    ///
    /// @param line where in the program it is asked for, `""` if not known
    public void await(Site site, Work work, String line) {
        await(begin(site, work, line));
    }

    /// Has something done while the calling strand continues.
    ///
    /// @param line where in the program it is asked for, `""` if not known
    public Begun begin(Site site, Work work, String line) {
        var begun = new Begun();
        Step before = noted();
        workshop.perform(site, work, line, begun::end);
        continues(before);
        return begun;
    }

    /// Lets the calling strand sleep until something that was begun is done.
    public void await(Begun begun) {
        Strand me = current();
        while (!begun.done) {
            begun.waiting.add(me);
            sleep();
        }
    }

    /// Work that was begun. Strands other than the one that began it may wait for it, too.
    public static final class Begun {
        private final List<Strand> waiting = new ArrayList<>(1);
        private boolean done;

        private Begun() {}

        public boolean isDone() {
            return done;
        }

        private void end() {
            done = true;
            waiting.forEach(Strand::wake);
            waiting.clear();
        }
    }

    /// Starts blocks on PEs of one SIP, sent from a control processor or from the host. The calling strand sleeps until
    /// all of them have ended and the sender knows.
    ///
    /// Blocks of one PE run one after the other in the order given; a PE that is busy with something else runs them
    /// when it is free.
    ///
    /// @param payloadBytes what the message to a PE carries beyond its header
    /// @param line of the program, `FILE:LINE`, or empty
    public void launch(Site from, long payloadBytes, String line, List<Block> blocks) {
        Map<Place, Queue<Runnable>> byPlace = new LinkedHashMap<>();
        for (Block block : blocks) {
            byPlace.computeIfAbsent(block.place(), place -> new ArrayDeque<>()).add(block.body());
        }
        Strand me = current();
        StrandLaunch launch = new StrandLaunch(simulation, this, byPlace, payloadBytes, line);
        launch.whenDone(me::wake);
        switch (from) {
            case Site.Host host -> launch.submit();
            case Site.Control control -> launch.submitFrom(control.sip());
            case Site.Element element -> throw new IllegalArgumentException("a PE starts no blocks: " + element);
        }
        while (!launch.isDone()) {
            sleep();
        }
    }

    /// What is in memory at this moment; takes no time. For programs that keep the values of their tensors themselves
    /// and begin with what is in the machine.
    public void peek(long address, byte[] target, int offset, int length) {
        simulation.checkOpen();
        Addresses.endpoint(simulation, address, length);
        simulation.memory().read(address, target, offset, length);
    }

    /// Changes memory at this moment; takes no time. For programs that leave what they kept themselves.
    public void poke(long address, byte[] bytes) {
        simulation.checkOpen();
        Addresses.endpoint(simulation, address, bytes.length);
        simulation.memory().write(address, bytes, 0, bytes.length);
    }

    /// Takes bytes into the value hash that a program leaves nowhere in the machine.
    public void note(byte[] bytes) {
        simulation.memory().note(bytes);
    }

    /// Whether nothing is in flight.
    public boolean isIdle() {
        return simulation.isIdle();
    }

    /// Code for one PE.
    public record Block(Place place, Runnable body) {}

    /// The code on a site says what it does from now on. Takes no time.
    public void mark(Site site, String name, String line) {
        switch (site) {
            case Site.Element element -> simulation.pe(element.place()).mark(nowPs(), name, line);
            case Site.Control _, Site.Host _ -> simulation.listeners().mark(nowPs(), name, line);
        }
    }

    /// The simulated time in picoseconds.
    public long nowPs() {
        return simulation.now();
    }

    /// Whether the machine notes why things happen when they do.
    public boolean isTraced() {
        return simulation.trail() != null;
    }

    /// The calling strand had to wait for something that has just happened. Notes that in a traced run.
    ///
    /// @param since when it began to wait
    public void waitedFor(Cause cause, long since) {
        Trail trail = simulation.trail();
        if (trail != null && nowPs() > since) {
            trail.join(null, cause);
        }
    }

    // For strands

    /// What happens now, in a traced run.
    @Nullable
    Step noted() {
        Trail trail = simulation.trail();
        return trail == null ? null : trail.now();
    }

    void continues(@Nullable Step cause) {
        Trail trail = simulation.trail();
        if (trail != null && cause != null) {
            trail.now(cause);
        }
    }

    Coroutine coroutine(Runnable body) {
        return simulation.coroutines().create(body);
    }

    Engine engine() {
        return simulation.engine();
    }

    @Nullable
    Strand enter(Strand strand) {
        Strand before = current;
        current = strand;
        return before;
    }

    void leaveTo(@Nullable Strand before) {
        current = before;
    }

    void ended(Strand strand) {
        living.remove(strand);
    }

    void fail(RuntimeException cause) {
        simulation.fail(cause);
    }

    private void abortAll() {
        List<Strand> rest = new ArrayList<>(living);
        living.clear();
        rest.forEach(Strand::abort);
        current = null;
    }
}
