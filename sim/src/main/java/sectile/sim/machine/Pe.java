package sectile.sim.machine;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Units;
import sectile.sim.memory.Buffers;
import sectile.sim.memory.Buffers.Buffer;
import sectile.sim.memory.Decoded;
import sectile.sim.memory.Mmu;
import sectile.sim.memory.Range;
import sectile.sim.path.Cause;
import sectile.sim.path.Resource;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;
import sectile.sim.trace.Lane;

/// One processing element: its processor, [engines][Engines], queues and address translation.
final class Pe extends Engines {
    private final Processor cpu;
    private final QueueTable queues;
    private final Scratch scratch;
    private final Reaches reaches = new Reaches(this);
    private @Nullable Reach latestReach;
    /// The buffer used last, and how often the table of buffers had changed then.
    private @Nullable Buffer latestBuffer;

    private int buffersSeen;
    private Mmu mmu = Mmu.empty();
    /// What runs next, in order.
    private @Nullable Queue<Runnable> waiting;
    /// Whether strands have the PE.
    private boolean lent;

    Pe(Simulation simulation, Place place) {
        super(simulation, place);
        this.cpu = simulation.processor(
                ComponentKind.PE_CPU, place.sip(), place.cube(), place.pe(), () -> place + ".pe_cpu");
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

    /// Runs a body now, or after what came before it.
    void run(Body next) {
        if (body() == null && !lent) {
            setBody(next);
            next.start();
        } else {
            enqueue(() -> {
                setBody(next);
                next.start();
            });
        }
    }

    void bodyEnded() {
        setBody(null);
        startNext();
    }

    /// Lends the PE to strands now, or after what came before; [#vacate()] takes it back.
    void occupy(Runnable start) {
        if (body() == null && !lent) {
            lent = true;
            start.run();
        } else {
            enqueue(() -> {
                lent = true;
                start.run();
            });
        }
    }

    void vacate() {
        lent = false;
        startNext();
    }

    private void enqueue(Runnable start) {
        if (waiting == null) {
            waiting = new ArrayDeque<>();
        }
        Trail trail = simulation().trail();
        Step arrived = trail == null ? null : trail.now();
        waiting.add(
                trail == null
                        ? start
                        : () -> {
                            trail.join(arrived, Cause.CORE);
                            start.run();
                        });
    }

    /// Changes a table of the PE, after the time that takes.
    void serve(Lane lane, long ps, Runnable then) {
        EngineTrail noting = trail();
        serve(ps, noting == null ? null : noting.resource(lane), then);
    }

    /// The same for the table of the PE_MMU.
    void translate(long ps, Runnable then) {
        EngineTrail noting = trail();
        serve(ps, noting == null ? null : noting.mmu(), then);
    }

    private void serve(long ps, @Nullable Resource by, Runnable then) {
        Trail trail = simulation().trail();
        if (trail == null || by == null) {
            simulation().engine().schedule(ps, then);
            return;
        }
        Step now = trail.now();
        Step work = trail.after(now, Units.ofPicoseconds(simulation().now() + ps), by, now.origin(), now.purpose());
        simulation().engine().schedule(ps, () -> {
            trail.now(work);
            then.run();
        });
    }

    private void startNext() {
        Runnable next = waiting == null ? null : waiting.poll();
        if (next != null) {
            // As an event of its own: a long queue of short kernels must not nest one in the other. Until then the PE
            // is taken.
            lent = true;
            simulation().engine().schedule(0, simulation().continued(() -> {
                lent = false;
                next.run();
            }));
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

    /// The element type of the buffer an address lies in; null where memory has none.
    @Nullable
    DType elementType(long address) {
        Buffer buffer = buffer(address);
        if (buffer == null && simulation().isVirtual(address)) {
            buffer = buffer(Addresses.runs(this, address, 1).getFirst().physical());
        }
        return buffer == null ? null : buffer.dtype();
    }

    /// A diagnostic if an access begins in a buffer and ends outside.
    void checkBuffer(long address, long bytes) {
        if (!simulation().isVirtual(address)) {
            checkPhysical(address, bytes);
            return;
        }
        for (Mmu.Run run : Addresses.runs(this, address, bytes)) {
            checkPhysical(run.physical(), run.bytes());
        }
    }

    /// A diagnostic if an access leaves what is allocated. Of TCM kernels use what they like, but for
    /// address 0, which is what a pointer is that was never set.
    void checkBlocks(long address, long bytes) {
        if (!simulation().isVirtual(address)) {
            checkBlocks(address, bytes, address, bytes);
            return;
        }
        for (Mmu.Run run : Addresses.runs(this, address, bytes)) {
            checkBlocks(address, bytes, run.physical(), run.bytes());
        }
    }

    private void checkBlocks(long address, long bytes, long physical, long count) {
        Buffer latest = latestBuffer;
        if (latest != null && latest.holds(physical) && physical + count <= latest.address() + latest.bytes()) {
            return;
        }
        long outside = simulation().blocks().firstOutside(physical, physical + count);
        if (outside < physical + count) {
            Decoded decoded = simulation().addresses().decode(outside);
            if (decoded.range() != Range.TCM || address == 0) {
                throw Errors.outsideBuffers(
                        address, bytes, outside, decoded, simulation().blocks().nearest(outside));
            }
        }
    }

    private void checkPhysical(long physical, long bytes) {
        Buffer buffer = buffer(physical);
        if (buffer != null) {
            buffer.check(physical, bytes);
        }
    }

    private @Nullable Buffer buffer(long physical) {
        Buffers buffers = simulation().buffers();
        if (buffersSeen != buffers.changes()) {
            latestBuffer = null;
            buffersSeen = buffers.changes();
        }
        Buffer latest = latestBuffer;
        if (latest == null || !latest.holds(physical)) {
            latest = buffers.at(physical);
            latestBuffer = latest;
        }
        return latest;
    }

    Mmu mmu() {
        return mmu;
    }

    void map(Mmu table) {
        mmu = table;
    }

    /// Back to idle after a run was abandoned; what is installed stays installed.
    void reset() {
        resetEngines();
        waiting = null;
        lent = false;
        cpu.reset();
        queues.reset();
    }
}
