package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.limit.Limits;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.component.MathOp;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.GemmPlan;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;

/// Notes what a repeatable kernel asks for, in a run without values, for the machine to do it later.
///
/// What depends on the moment (virtual addresses, a receive from any direction) or is rare (composites, accesses of
/// several memories) is done at once by a [PeBackend], after everything noted before it.
final class AheadBackend implements KernelBackend {
    private final PeBackend direct;
    private final Body body;
    private final Pe pe;
    private final Queues queues;
    private final Ahead ahead;
    private boolean isUsingQueues;
    /// The calls of the kernel so far.
    private int calls;

    AheadBackend(Body body, PeBackend direct, Ahead ahead) {
        this.body = body;
        this.pe = body.pe();
        this.direct = direct;
        this.queues = direct.queues();
        this.ahead = ahead;
    }

    @Override
    public Place place() {
        return direct.place();
    }

    @Override
    public int programs(int axis) {
        return direct.programs(axis);
    }

    @Override
    public int programId(int axis) {
        return direct.programId(axis);
    }

    @Override
    public Limits limits() {
        return direct.limits();
    }

    @Override
    public boolean computesValues() {
        return false;
    }

    @Override
    public Space spaceOf(long address, long bytes) {
        Reach latest = pe.latestReach();
        if (latest != null && latest.holdsAll(address, bytes)) {
            pe.checkBuffer(address, bytes);
            return latest.space();
        }
        if (pe.simulation().isVirtual(address)) {
            ahead.drain();
        }
        return direct.spaceOf(address, bytes);
    }

    @Override
    public @Nullable DType elementType(long address) {
        return direct.elementType(address);
    }

    @Override
    public void accessed(DType dtype) {
        pe.accessed(dtype);
    }

    @Override
    public boolean isOwnTcm(long address) {
        return direct.isOwnTcm(address);
    }

    @Override
    public @Nullable Tile load(long address, DType dtype, Shape shape) {
        calls++;
        loadPlace(address, dtype, shape);
        return null;
    }

    private void loadPlace(long address, DType dtype, Shape shape) {
        long bytes = dtype.bytesFor(shape.elements());
        if (isInOneMemory(address, bytes)) {
            ahead.load(calls, address, bytes);
        } else {
            ahead.drain();
            direct.load(address, dtype, shape);
        }
    }

    /// Whether the list can have it.
    private boolean isInOneMemory(long address, long bytes) {
        if (!ahead.isNear(address)) {
            return false;
        }
        Reach latest = pe.latestReach();
        if (latest != null && latest.holdsAll(address, bytes)) {
            return true;
        }
        return !pe.simulation().isVirtual(address) && pe.reach(address).holdsAll(address, bytes);
    }

    @Override
    public @Nullable Tile peek(long address, DType dtype, Shape shape) {
        calls++;
        ahead.catchUp(calls);
        return null;
    }

    @Override
    public void store(long address, long bytes, @Nullable Tile value) {
        calls++;
        storePlace(address, bytes);
    }

    private void storePlace(long address, long bytes) {
        if (isInOneMemory(address, bytes)) {
            ahead.store(calls, address, bytes);
        } else {
            ahead.drain();
            direct.store(address, bytes, null);
        }
    }

    @Override
    public long scratch(long bytes) {
        return direct.scratch(bytes);
    }

    @Override
    public void math(MathOp op, long elements, DType dtype) {
        calls++;
        ahead.math(calls, op, elements, dtype);
    }

    @Override
    public void gemm(int m, int n, int k, DType dtype) {
        calls++;
        ahead.gemm(calls, m, n, k, dtype);
    }

    @Override
    public void composite(GemmPlan plan) {
        calls++;
        ahead.drain();
        direct.composite(plan);
    }

    @Override
    public int defaultTile() {
        return direct.defaultTile();
    }

    @Override
    public void send(String direction, long address, boolean isPlace, DType dtype, Shape shape, @Nullable Tile value) {
        calls++;
        awaitQueues();
        WiredPair pair = queues.sendTo(direction);
        long bytes = dtype.bytesFor(shape.elements());
        queues.checkFits(pair, bytes);
        if (isPlace) {
            if (isOwnTcm(address)) {
                ahead.catchUp(calls);
            } else {
                loadPlace(address, dtype, shape);
            }
        }
        ahead.send(calls, pair, bytes, dtype, shape);
    }

    /// Queues that are not there now may be when the kernel's time has come.
    private void awaitQueues() {
        if (!isUsingQueues) {
            if (!queues.areInstalled()) {
                ahead.drain();
            }
            ahead.use(queues.pairs());
            isUsingQueues = true;
        }
    }

    @Override
    public Handle recv(@Nullable String direction, DType dtype, Shape shape, @Nullable Destination destination) {
        calls++;
        if (direction == null) {
            ahead.drain();
            return direct.recv(null, dtype, shape, destination);
        }
        awaitQueues();
        WiredPair pair = queues.receiveFrom(direction);
        return take(pair, pair.reserve(), dtype, shape, destination);
    }

    private Handle take(WiredPair pair, long sequence, DType dtype, Shape shape, @Nullable Destination destination) {
        long slot = pair.slotAddress(sequence);
        long bytes = dtype.bytesFor(shape.elements());
        if (destination == null) {
            ahead.take(calls, pair, sequence, dtype, shape, bytes, false);
            return Handle.place(slot, pair.config().buffer(), dtype, shape);
        }
        ahead.receive(calls, pair, sequence, dtype, shape, bytes);
        loadPlace(slot, dtype, shape);
        storePlace(destination.address(), bytes);
        ahead.release(calls, pair, sequence);
        return Handle.place(destination.address(), destination.space(), dtype, shape);
    }

    @Override
    public Handle take(String direction, DType dtype, Shape shape) {
        calls++;
        awaitQueues();
        long bytes = dtype.bytesFor(shape.elements());
        if (bytes == 0) {
            ahead.drain();
            return direct.take(direction, dtype, shape);
        }
        WiredPair pair = queues.receiveFrom(direction);
        long at = scratch(bytes);
        long sequence = pair.reserve();
        // A slot is always in one memory, which is the PE's own.
        ahead.take(calls, pair, sequence, dtype, shape, bytes, pair.config().buffer() != Space.TCM);
        return Handle.value(at, dtype, shape, null);
    }

    @Override
    public RecvFuture recvAsync(String direction, DType dtype, Shape shape) {
        awaitQueues();
        return direct.recvAsync(direction, dtype, shape);
    }

    @Override
    public Handle await(RecvFuture future) {
        calls++;
        return direct.own(future)
                .taken(asked -> take(asked.pair(), asked.sequence(), asked.dtype(), asked.shape(), null));
    }

    @Override
    public void locateBy(LineSource lines) {
        body.locateBy(lines);
    }
}
