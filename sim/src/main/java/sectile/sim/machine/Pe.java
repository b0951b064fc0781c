package sectile.sim.machine;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;
import sectile.sim.memory.Mmu;

/// One processing element: its processor, [engines][Engines], queues and address translation.
final class Pe extends Engines {
    private final Processor cpu;
    private final QueueTable queues;
    private final Scratch scratch;
    private final Reaches reaches = new Reaches(this);
    private @Nullable Reach latestReach;
    private Mmu mmu = Mmu.empty();
    private @Nullable Queue<Body> waitingBodies;

    Pe(Simulation simulation, Place place) {
        super(simulation, place);
        this.cpu = new Processor(simulation.engine());
        this.queues = new QueueTable(place);
        this.scratch = new Scratch(
                simulation.addresses().peTcm(place, 0),
                simulation.topology().memoryMap().tcmUsable());
    }

    Processor cpu() {
        return cpu;
    }

    QueueTable queues() {
        return queues;
    }

    Scratch scratch() {
        return scratch;
    }

    /// Runs a body now, or after those that came before it.
    void run(Body next) {
        if (body() != null) {
            if (waitingBodies == null) {
                waitingBodies = new ArrayDeque<>();
            }
            waitingBodies.add(next);
            return;
        }
        setBody(next);
        next.start();
    }

    void bodyEnded() {
        Body next = waitingBodies == null ? null : waitingBodies.poll();
        setBody(next);
        if (next != null) {
            // As an event of its own: a long queue of short kernels must not nest one in the other.
            simulation().engine().schedule(0, next::start);
        }
    }

    /// The memory used last.
    @Nullable
    Reach latestReach() {
        return latestReach;
    }

    /// The memory that holds a physical address; a diagnostic if none does.
    Reach reach(long physical) {
        Reach latest = latestReach;
        if (latest == null || !latest.holds(physical)) {
            latest = reaches.of(physical);
            latestReach = latest;
        }
        return latest;
    }

    Mmu mmu() {
        return mmu;
    }

    void map(Mmu table) {
        mmu = table;
    }

    /// Back to idle after a run was given up; what is installed stays installed.
    void reset() {
        resetEngines();
        waitingBodies = null;
        cpu.reset();
        queues.reset();
    }
}
