package sectile.sim.machine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Span;
import sectile.base.limit.OutOfMemory;
import sectile.base.number.Tile;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Wait;
import sectile.sim.ipcq.Arrival;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.GemmPlan;
import sectile.sim.kernel.GemmPlan.Window;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelCore;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Request;
import sectile.sim.kernel.Request.Done;
import sectile.sim.memory.Mmu;
import sectile.sim.trace.Lane;

/// What a kernel's operations do on the simulated machine.
sealed class PeBackend implements KernelBackend permits PlainBackend {
    /// What any operation costs this host, in the units of the limits.
    private static final long OPERATION_WORK = 100;

    private static final long SCATTERED = -1;

    private final Body body;
    private final Pe pe;
    private final Simulation simulation;
    private final Dma dma;
    private final Queues queues;
    private final PeCore core;
    /// What the kernel has asked for and not yet waited for; most kernels ask for nothing in advance.
    private Set<Future> open = Set.of();

    PeBackend(Body body) {
        this.body = body;
        this.pe = body.pe();
        this.simulation = pe.simulation();
        this.dma = new Dma(pe);
        this.queues = new Queues(body);
        this.core = new PeCore(body);
    }

    Queues queues() {
        return queues;
    }

    Pe pe() {
        return pe;
    }

    @Override
    public final KernelCore core() {
        return core;
    }

    @Override
    public final Object perform(Request<?> request) {
        body.markLine();
        return switch (request) {
            case Request.Load load -> Optional.ofNullable(load(load.address(), load.dtype(), load.shape()));
            case Request.Operand operand -> Optional.ofNullable(operand(operand));
            case Request.Store store -> store(store);
            case Request.Arithmetic math -> arithmetic(math);
            case Request.Gemm gemm -> gemm(gemm);
            case Request.Composite composite -> composite(composite.plan());
            case Request.Send send -> send(send);
            case Request.Recv recv -> recv(recv);
            case Request.RecvAny recv -> recvAny(recv);
            case Request.Take take -> take(take);
            case Request.RecvAsync asked -> recvAsync(asked);
            case Request.Await await -> await(await);
            case Request.Mark mark -> mark(mark.name());
        };
    }

    /// Called when the kernel's time has moved forward because an engine is busy with what it asked for. It may be
    /// ahead of the clock from here on.
    void moved() {}

    final boolean isOwnTcm(long address) {
        return Addresses.isOwnTcm(pe, address);
    }

    final @Nullable Tile load(long address, DType dtype, Shape shape) {
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
        expectTransfer("load", address, bytes);
        await(done -> dma.read("load", pe.schedule(), window, by(), result -> {
            if (result != null) {
                loaded[0] = result;
            }
            done.run();
        }));
        return loaded[0];
    }

    /// The kernel, as the observer of the machine knows it; null if there is none.
    private Dma.@Nullable By by() {
        Watch watch = simulation.watch();
        return watch == null ? null : new Dma.By(watch, body.actorOrThrow(), body.opSpan());
    }

    private void expectTransfer(String operation, long address, long bytes) {
        Watch watch = simulation.watch();
        if (watch != null) {
            body.expect(new Wait.Transfer(operation, bytes, watch.storages().memoryName(address)));
        }
    }

    private void expectEngine(Lane lane, String operation) {
        if (simulation.watch() != null) {
            body.expect(new Wait.Engine(lane.text() + " of " + pe.place(), operation));
        }
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

    private @Nullable Tile operand(Request.Operand operand) {
        long address = operand.address();
        checkSlot(address, operand.message());
        if (isOwnTcm(address)) {
            return peek(address, operand.dtype(), operand.shape());
        }
        core.scratch(operand.bytes());
        return load(address, operand.dtype(), operand.shape());
    }

    /// A slot is the sender's again once its message was received: whoever still wants to read it must be in time.
    /// In an ordered machine it is a mistake not to be.
    private void checkSlot(long address, long message) {
        if (message >= 0 && simulation.floor() != null) {
            body.catchUp();
            WiredPair pair = pe.queues().byAddress(address);
            if (pair != null) {
                pair.checkStill(message);
            }
        }
    }

    private @Nullable Tile peek(long address, DType dtype, Shape shape) {
        // What is in memory is a question of time, also when no code reads the values.
        body.catchUp();
        return readOwn(address, dtype, shape);
    }

    private @Nullable Tile readOwn(long address, DType dtype, Shape shape) {
        Watch watch = simulation.watch();
        if (watch != null) {
            watch.access(
                    body.actorOrThrow(), AccessKind.READ, address, dtype.bytesFor(shape.elements()), body.opSpan());
        }
        if (!simulation.computesValues()) {
            return null;
        }
        byte[] bytes = new byte[OutOfMemory.arrayLength(dtype.bytesFor(shape.elements()), "a value")];
        simulation.memory().read(address, bytes, 0, bytes.length);
        return Tile.fromBytes(dtype, shape, bytes, 0);
    }

    private Done store(Request.Store store) {
        store(store.address(), store.bytes(), store.value());
        return Done.DONE;
    }

    final void store(long address, long bytes, @Nullable Tile value) {
        byte[] raw = value == null ? null : value.toBytes();
        long physical = oneMemory(address, bytes);
        if (physical == SCATTERED) {
            Window window = Window.line(address, bytes);
            expectTransfer("store", address, bytes);
            await(done -> dma.write("store", pe.schedule(), window, raw, by(), done));
        } else {
            simulation
                    .access()
                    .store(body, pe.reach(physical), physical, bytes, pe.schedule(), dma.translation(address), raw);
        }
    }

    /// Counts what an operation costs this host: the kernel may never come back to the engine, which counts events.
    private void work(long units) {
        core.limits().work(simulation.computesValues() ? OPERATION_WORK + units : OPERATION_WORK, Span.none());
    }

    private Done arithmetic(Request.Arithmetic math) {
        work(math.elements());
        pe.kernelAt(pe.math(math.op(), math.elements(), math.dtype()));
        expectEngine(Lane.MATH, math.op().text());
        moved();
        return Done.DONE;
    }

    private Done gemm(Request.Gemm gemm) {
        work(GemmPlan.work(gemm.m(), gemm.n(), gemm.k()));
        pe.kernelAt(pe.gemm(pe.schedule(), gemm.m(), gemm.n(), gemm.k(), gemm.dtype()));
        expectEngine(Lane.GEMM, "gemm");
        moved();
        return Done.DONE;
    }

    private Done composite(GemmPlan plan) {
        long room = simulation.topology().memoryMap().tcmReserved();
        if (plan.bufferBytes() > room) {
            throw Errors.tilesTooLarge(plan.bufferBytes(), room);
        }
        if (plan.steps() > 0) {
            body.catchUp();
            expectEngine(Lane.SCHEDULER, "composite");
            Watch watch = simulation.watch();
            CompositeWatch watched = watch == null ? null : watch.composite(pe);
            if (watched != null) {
                watched.begun(body.actorOrThrow(), body.opSpan(), plan.steps());
            }
            await(done -> new CompositeRun(pe, dma, plan, watched, done).start(pe.schedule()));
            if (watched != null) {
                watched.ended(body.actorOrThrow());
            }
        } else if (plan.m() > 0 && plan.n() > 0) {
            // A sum over nothing is zero, and it is written.
            Shape shape = Shape.of(plan.m(), plan.n());
            Tile zeros = simulation.computesValues() ? Tile.zeros(plan.outDtype(), shape) : null;
            store(plan.out(), plan.outDtype().bytesFor(shape.elements()), zeros);
        }
        return Done.DONE;
    }

    private Done send(Request.Send send) {
        Handle source = send.source();
        WiredPair pair = queues.sendTo(send.direction());
        queues.checkFits(pair, source.bytes());
        abortIfAsked(pair);
        if (simulation.faults().happens(Fault.Kind.LOST_MESSAGE, pe.place(), pair.direction())) {
            return Done.DONE;
        }
        queues.send(pair, source.bytes(), source.dtype(), source.shape(), payload(source));
        moved();
        return Done.DONE;
    }

    private @Nullable Tile payload(Handle source) {
        if (!source.isPlace()) {
            return source.tile().orElse(null);
        }
        checkSlot(source.address(), source.message());
        return isOwnTcm(source.address())
                ? peek(source.address(), source.dtype(), source.shape())
                : load(source.address(), source.dtype(), source.shape());
    }

    private Handle recv(Request.Recv recv) {
        long asked = pe.kernelPs();
        WiredPair pair = queues.receiveFrom(recv.direction());
        abortIfAsked(pair);
        if (isSkipped(pair)) {
            return nothing(recv.dtype(), recv.shape());
        }
        return receive(pair, pair.reserve(), recv.dtype(), recv.shape(), recv.destination(), asked);
    }

    private Handle recvAny(Request.RecvAny recv) {
        long asked = pe.kernelPs();
        WiredPair pair = queues.anyPair();
        abortIfAsked(pair);
        if (isSkipped(pair)) {
            return nothing(recv.dtype(), recv.shape());
        }
        return receive(pair, pair.reserve(), recv.dtype(), recv.shape(), recv.destination(), asked);
    }

    private Handle await(Request.Await await) {
        Future future = own(await.future());
        abortIfAsked(future.pair);
        return future.taken(own -> own.sequence == Future.NONE
                ? nothing(own.dtype, own.shape)
                : receive(own.pair, own.sequence, own.dtype, own.shape, null, pe.kernelPs()));
    }

    private Handle receive(
            WiredPair pair, long sequence, DType dtype, Shape shape, @Nullable Destination destination, long asked) {
        Arrival arrival = queues.receive(pair, sequence, dtype, shape, asked);
        moved();
        Handle handle = Handle.slot(arrival.address(), pair.config().buffer(), dtype, shape, sequence);
        if (destination != null) {
            Tile value = load(arrival.address(), dtype, shape);
            store(destination.address(), handle.bytes(), value);
            handle = Handle.place(destination.address(), destination.space(), dtype, shape);
        }
        pair.giveBack(sequence);
        return handle;
    }

    private Handle take(Request.Take take) {
        DType dtype = take.dtype();
        Shape shape = take.shape();
        WiredPair pair = queues.receiveFrom(take.direction());
        abortIfAsked(pair);
        if (isSkipped(pair)) {
            return nothing(dtype, shape);
        }
        long at = core.scratch(take.bytes());
        long sequence = pair.reserve();
        long slot = queues.receive(pair, sequence, dtype, shape, pe.kernelPs()).address();
        moved();
        // No peer writes into the slot until it is given back, so the values are those of any moment up to then.
        Tile value = isOwnTcm(slot) ? readOwn(slot, dtype, shape) : load(slot, dtype, shape);
        pair.giveBack(sequence);
        return Handle.value(at, dtype, shape, value);
    }

    /// What a receive gives that has received nothing.
    private Handle nothing(DType dtype, Shape shape) {
        long at = core.scratch(dtype.bytesFor(shape.elements()));
        return Handle.value(at, dtype, shape, simulation.computesValues() ? Tile.zeros(dtype, shape) : null);
    }

    private boolean isSkipped(WiredPair pair) {
        return simulation.faults().happens(Fault.Kind.SKIPPED_RECEIVE, pe.place(), pair.direction());
    }

    private void abortIfAsked(WiredPair pair) {
        if (simulation.faults().happens(Fault.Kind.ABORTED, pe.place(), pair.direction())) {
            throw new Fault.Abort();
        }
    }

    private Request.Done mark(String name) {
        pe.mark(pe.kernelPs(), name, pe.line());
        return Request.Done.DONE;
    }

    private RecvFuture recvAsync(Request.RecvAsync asked) {
        WiredPair pair = queues.receiveFrom(asked.direction());
        long sequence = isSkipped(pair) ? Future.NONE : pair.reserve();
        Future future = new Future(this, pair, sequence, asked.dtype(), asked.shape());
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

    /// A future of this kernel.
    Future own(RecvFuture future) {
        if (!(future instanceof Future own) || own.asker != this) {
            throw RecvFuture.foreign(future, pe.place());
        }
        return own;
    }

    static final class Future implements RecvFuture {
        /// In place of the number of a message: there is none.
        private static final long NONE = -1;

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

        /// What was received, by `receive` if it was not asked for before.
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
    public final void locateBy(SpanSource spans) {
        body.locateBy(spans);
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
