package sectile.sim.machine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfMemory;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.component.MathOp;
import sectile.sim.ipcq.Arrival;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.GemmPlan;
import sectile.sim.kernel.GemmPlan.Window;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Mmu;

/// What a kernel's operations do on the simulated machine.
final class PeBackend implements KernelBackend {
    /// What any operation costs this host, in the units of the limits.
    private static final long OPERATION_WORK = 100;

    private static final long SCATTERED = -1;

    private final Body body;
    private final Pe pe;
    private final Simulation simulation;
    private final Dma dma;
    private final Queues queues;
    /// What the kernel has asked for and not yet waited for; most kernels ask for nothing in advance.
    private Set<Future> open = Set.of();

    PeBackend(Body body) {
        this.body = body;
        this.pe = body.pe();
        this.simulation = pe.simulation();
        this.dma = new Dma(pe);
        this.queues = new Queues(body);
    }

    Queues queues() {
        return queues;
    }

    @Override
    public Place place() {
        return pe.place();
    }

    @Override
    public int programs(int axis) {
        return axis == 0 ? body.cube().size() : body.sip().cubes().size();
    }

    @Override
    public int programId(int axis) {
        return axis == 0
                ? body.cube().position(pe.place().pe())
                : body.sip().cubes().indexOf(body.cube());
    }

    @Override
    public Limits limits() {
        return simulation.limits();
    }

    @Override
    public boolean computesValues() {
        return simulation.computesValues();
    }

    @Override
    public Space spaceOf(long address, long bytes) {
        Space space = Addresses.spaceOf(pe, address, bytes);
        pe.checkBuffer(address, bytes);
        return space;
    }

    @Override
    public @Nullable DType elementType(long address) {
        return pe.elementType(address);
    }

    @Override
    public void accessed(DType dtype) {
        pe.accessed(dtype);
    }

    @Override
    public boolean isOwnTcm(long address) {
        return Addresses.isOwnTcm(pe, address);
    }

    @Override
    public @Nullable Tile load(long address, DType dtype, Shape shape) {
        body.markLine();
        long bytes = dtype.bytesFor(shape.elements());
        long physical = oneMemory(address, bytes);
        byte[] loaded = physical == SCATTERED
                ? loadPieces(address, bytes)
                : simulation
                        .access()
                        .load(body, pe.reach(physical), physical, bytes, pe.schedule(), dma.translation(address));
        return loaded == null ? null : Tile.fromBytes(dtype, shape, loaded, 0);
    }

    private byte @Nullable [] loadPieces(long address, long bytes) {
        byte[][] loaded = new byte[1][];
        Window window = Window.line(address, bytes);
        await(done -> dma.read("load", pe.schedule(), window, result -> {
            if (result != null) {
                loaded[0] = result;
            }
            done.run();
        }));
        return loaded[0];
    }

    /// Where an access begins if all its bytes lie side by side in one memory, else [#SCATTERED].
    private long oneMemory(long address, long bytes) {
        long physical = address;
        if (simulation.isVirtual(address)) {
            // The map that counts is the one of the moment of the access.
            body.catchUp();
            List<Mmu.Run> runs = Addresses.runs(pe, address, bytes);
            if (runs.size() != 1) {
                return SCATTERED;
            }
            physical = runs.getFirst().physical();
        }
        return bytes > 0 && pe.reach(physical).holds(physical, bytes) ? physical : SCATTERED;
    }

    @Override
    public @Nullable Tile peek(long address, DType dtype, Shape shape) {
        // What is in memory is a question of time, also when nobody will look at the values.
        body.catchUp();
        return read(address, dtype, shape);
    }

    private @Nullable Tile read(long address, DType dtype, Shape shape) {
        if (!simulation.computesValues()) {
            return null;
        }
        byte[] bytes = new byte[OutOfMemory.arrayLength(dtype.bytesFor(shape.elements()), "a value")];
        simulation.memory().read(address, bytes, 0, bytes.length);
        return Tile.fromBytes(dtype, shape, bytes, 0);
    }

    @Override
    public void store(long address, long bytes, @Nullable Tile value) {
        body.markLine();
        byte[] raw = value == null ? null : value.toBytes();
        long physical = oneMemory(address, bytes);
        if (physical == SCATTERED) {
            Window window = Window.line(address, bytes);
            await(done -> dma.write("store", pe.schedule(), window, raw, done));
        } else {
            simulation
                    .access()
                    .store(body, pe.reach(physical), physical, bytes, pe.schedule(), dma.translation(address), raw);
        }
    }

    @Override
    public long scratch(long bytes) {
        return pe.scratch().address(bytes);
    }

    /// Counts what an operation costs this host: the kernel may never come back to the engine, which counts events.
    private void work(long units) {
        limits().work(simulation.computesValues() ? OPERATION_WORK + units : OPERATION_WORK, Span.none());
    }

    @Override
    public void math(MathOp op, long elements, DType dtype) {
        body.markLine();
        work(elements);
        pe.kernelAt(pe.math(op, elements, dtype));
    }

    @Override
    public void gemm(int m, int n, int k, DType dtype) {
        body.markLine();
        work(GemmPlan.work(m, n, k));
        pe.kernelAt(pe.gemm(pe.schedule(), m, n, k, dtype));
    }

    @Override
    public void composite(GemmPlan plan) {
        body.markLine();
        long room = simulation.topology().memoryMap().tcmReserved();
        if (plan.bufferBytes() > room) {
            throw Errors.tilesTooLarge(plan.bufferBytes(), room);
        }
        if (plan.steps() > 0) {
            body.catchUp();
            await(done -> new CompositeRun(pe, dma, plan, done).start(pe.schedule()));
        } else if (plan.m() > 0 && plan.n() > 0) {
            // A sum over nothing is zero, and it is written.
            Shape shape = Shape.of(plan.m(), plan.n());
            Tile zeros = simulation.computesValues() ? Tile.zeros(plan.outDtype(), shape) : null;
            store(plan.out(), plan.outDtype().bytesFor(shape.elements()), zeros);
        }
    }

    @Override
    public int defaultTile() {
        return simulation.topology().compositeTile();
    }

    @Override
    public void send(String direction, long address, boolean isPlace, DType dtype, Shape shape, @Nullable Tile value) {
        body.markLine();
        WiredPair pair = queues.sendTo(direction);
        queues.checkFits(pair, dtype.bytesFor(shape.elements()));
        Tile payload = value;
        if (isPlace) {
            payload = isOwnTcm(address) ? peek(address, dtype, shape) : load(address, dtype, shape);
        }
        queues.send(pair, dtype.bytesFor(shape.elements()), dtype, shape, payload);
    }

    @Override
    public Handle recv(@Nullable String direction, DType dtype, Shape shape, @Nullable Destination destination) {
        body.markLine();
        long asked = pe.kernelPs();
        WiredPair pair = direction == null ? queues.anyPair() : queues.receiveFrom(direction);
        return take(pair, pair.reserve(), dtype, shape, destination, asked);
    }

    private Handle take(
            WiredPair pair, long sequence, DType dtype, Shape shape, @Nullable Destination destination, long asked) {
        Arrival arrival = queues.receive(pair, sequence, dtype, shape, asked);
        Handle handle = Handle.place(arrival.address(), pair.config().buffer(), dtype, shape);
        if (destination != null) {
            Tile value = load(arrival.address(), dtype, shape);
            store(destination.address(), handle.bytes(), value);
            handle = Handle.place(destination.address(), destination.space(), dtype, shape);
        }
        pair.giveBack(sequence);
        return handle;
    }

    @Override
    public Handle take(String direction, DType dtype, Shape shape) {
        body.markLine();
        WiredPair pair = queues.receiveFrom(direction);
        long at = scratch(dtype.bytesFor(shape.elements()));
        long sequence = pair.reserve();
        long slot = queues.receive(pair, sequence, dtype, shape, pe.kernelPs()).address();
        // Nobody writes into the slot until it is given back, so the values are those of any moment up to then.
        Tile value = isOwnTcm(slot) ? read(slot, dtype, shape) : load(slot, dtype, shape);
        pair.giveBack(sequence);
        return Handle.value(at, dtype, shape, value);
    }

    @Override
    public RecvFuture recvAsync(String direction, DType dtype, Shape shape) {
        WiredPair pair = queues.receiveFrom(direction);
        Future future = new Future(this, pair, pair.reserve(), dtype, shape);
        if (open.isEmpty()) {
            open = new LinkedHashSet<>();
        }
        open.add(future);
        return future;
    }

    /// The kernel has ended: whatever it asked for it must have waited for.
    void checkAwaited() {
        for (Future future : open) {
            throw RecvFuture.neverAwaited(future.direction(), pe.place());
        }
    }

    @Override
    public Handle await(RecvFuture future) {
        body.markLine();
        return own(future).taken(own -> take(own.pair, own.sequence, own.dtype, own.shape, null, pe.kernelPs()));
    }

    /// A future of this kernel.
    Future own(RecvFuture future) {
        if (!(future instanceof Future own) || own.asker != this) {
            throw RecvFuture.foreign(future, pe.place());
        }
        return own;
    }

    /// A slot of a direction, whichever.
    Handle anySlot(String direction, DType dtype, Shape shape) {
        WiredPair pair = queues.receiveFrom(direction);
        return Handle.place(pair.rxBase(), pair.config().buffer(), dtype, shape);
    }

    static final class Future implements RecvFuture {
        private final PeBackend asker;
        private final WiredPair pair;
        private final long sequence;
        private final DType dtype;
        private final Shape shape;
        private @Nullable Handle taken;

        Future(PeBackend asker, WiredPair pair, long sequence, DType dtype, Shape shape) {
            this.asker = asker;
            this.pair = pair;
            this.sequence = sequence;
            this.dtype = dtype;
            this.shape = shape;
        }

        WiredPair pair() {
            return pair;
        }

        long sequence() {
            return sequence;
        }

        DType dtype() {
            return dtype;
        }

        Shape shape() {
            return shape;
        }

        /// What was received, by `receive` if nobody has asked yet.
        Handle taken(Function<Future, Handle> receive) {
            Handle handle = taken;
            if (handle == null) {
                handle = receive.apply(this);
                taken = handle;
                asker.open.remove(this);
            }
            return handle;
        }

        @Override
        public String direction() {
            return pair.direction();
        }
    }

    @Override
    public void locateBy(LineSource lines) {
        body.locateBy(lines);
    }

    /// Starts something and waits until it says it is done, which may be at once.
    private void await(Start start) {
        Completion completion = new Completion();
        start.with(completion);
        completion.await();
    }

    private interface Start {
        void with(Runnable done);
    }

    private final class Completion implements Runnable {
        private boolean done;
        private boolean parked;

        @Override
        public void run() {
            done = true;
            if (parked) {
                body.resume();
            }
        }

        void await() {
            if (!done) {
                parked = true;
                body.parkForEngine();
            }
        }
    }
}
