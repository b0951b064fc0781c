package sectile.sim.machine;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelCore;
import sectile.sim.kernel.Request;
import sectile.sim.kernel.Request.Done;
import sectile.sim.kernel.Space;

/// Notes what a repeatable kernel requests, in a run without values, for the machine to do it later.
///
/// What depends on the moment (virtual addresses, a receive from any direction) or is rare (composites, accesses of
/// several memories) is performed at once by a [PeBackend], after everything noted before it.
final class AheadBackend implements KernelBackend {
    private final PeBackend direct;
    private final Pe pe;
    private final Queues queues;
    private final Ahead ahead;
    private boolean isUsingQueues;
    /// The requests of the kernel so far that take time.
    private int calls;

    AheadBackend(PeBackend direct, Ahead ahead) {
        this.pe = direct.pe();
        this.direct = direct;
        this.queues = direct.queues();
        this.ahead = ahead;
    }

    @Override
    public KernelCore core() {
        return direct.core();
    }

    /// Small enough that the JVM compiles it into the kernel, which then makes no objects for its requests: a case is
    /// a call, and no more.
    @Override
    public Object perform(Request<?> request) {
        return switch (request) {
            case Request.Load load -> load(load);
            case Request.Operand operand -> operand(operand);
            case Request.Store store -> store(store);
            case Request.Arithmetic math -> arithmetic(math);
            case Request.Gemm gemm -> gemm(gemm);
            case Request.Send send -> send(send);
            case Request.Recv recv -> recv(recv);
            case Request.Take take -> take(take);
            case Request.RecvAsync asked -> recvAsync(asked);
            case Request.Await await -> await(await);
            case Request.Composite _, Request.RecvAny _ -> performNow(request);
            // Nobody wants to hear of it, or the kernel would not be ahead.
            case Request.Mark _ -> Done.DONE;
        };
    }

    /// Performs a request that the list cannot have.
    private Object performNow(Request<?> request) {
        calls++;
        ahead.drain();
        return direct.perform(request);
    }

    private Done arithmetic(Request.Arithmetic math) {
        ahead.math(++calls, math.op(), math.elements(), math.dtype());
        return Done.DONE;
    }

    private Done gemm(Request.Gemm gemm) {
        ahead.gemm(++calls, gemm.m(), gemm.n(), gemm.k(), gemm.dtype());
        return Done.DONE;
    }

    private Handle recv(Request.Recv recv) {
        calls++;
        awaitQueues();
        WiredPair pair = queues.receiveFrom(recv.direction());
        return receive(pair, pair.reserve(), recv.dtype(), recv.shape(), recv.destination());
    }

    private Object recvAsync(Request.RecvAsync asked) {
        awaitQueues();
        return direct.perform(asked);
    }

    private Handle await(Request.Await await) {
        calls++;
        return direct.own(await.future())
                .taken(asked -> receive(asked.pair(), asked.sequence(), asked.dtype(), asked.shape(), null));
    }

    private Optional<?> load(Request.Load load) {
        calls++;
        loadPlace(load.address(), load.bytes(), load.dtype(), load.shape());
        return Optional.empty();
    }

    private void loadPlace(long address, long bytes, DType dtype, Shape shape) {
        if (isInOneMemory(address, bytes)) {
            ahead.load(calls, address, bytes);
        } else {
            ahead.drain();
            direct.load(address, dtype, shape);
        }
    }

    private Optional<?> operand(Request.Operand operand) {
        calls++;
        readPlace(operand.address(), operand.bytes(), operand.dtype(), operand.shape(), true);
        return Optional.empty();
    }

    /// @param keeps whether a loaded value takes room in TCM
    private void readPlace(long address, long bytes, DType dtype, Shape shape, boolean keeps) {
        if (direct.isOwnTcm(address)) {
            ahead.catchUp(calls);
        } else {
            if (keeps) {
                core().scratch(bytes);
            }
            loadPlace(address, bytes, dtype, shape);
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

    private Done store(Request.Store store) {
        calls++;
        storePlace(store.address(), store.bytes());
        return Done.DONE;
    }

    private void storePlace(long address, long bytes) {
        if (isInOneMemory(address, bytes)) {
            ahead.store(calls, address, bytes);
        } else {
            ahead.drain();
            direct.store(address, bytes, null);
        }
    }

    private Done send(Request.Send send) {
        calls++;
        Handle source = send.source();
        awaitQueues();
        WiredPair pair = queues.sendTo(send.direction());
        long bytes = source.bytes();
        queues.checkFits(pair, bytes);
        if (source.isPlace()) {
            readPlace(source.address(), bytes, source.dtype(), source.shape(), false);
        }
        ahead.send(calls, pair, bytes, source.dtype(), source.shape());
        return Done.DONE;
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

    private Handle receive(WiredPair pair, long sequence, DType dtype, Shape shape, @Nullable Destination destination) {
        long slot = pair.slotAddress(sequence);
        long bytes = dtype.bytesFor(shape.elements());
        if (destination == null) {
            ahead.take(calls, pair, sequence, dtype, shape, bytes, false);
            return Handle.place(slot, pair.config().buffer(), dtype, shape);
        }
        ahead.receive(calls, pair, sequence, dtype, shape, bytes);
        loadPlace(slot, bytes, dtype, shape);
        storePlace(destination.address(), bytes);
        ahead.release(calls, pair, sequence);
        return Handle.place(destination.address(), destination.space(), dtype, shape);
    }

    private Object take(Request.Take take) {
        awaitQueues();
        long bytes = take.bytes();
        if (bytes == 0) {
            return performNow(take);
        }
        calls++;
        WiredPair pair = queues.receiveFrom(take.direction());
        long at = core().scratch(bytes);
        // A slot is always in one memory, which is the PE's own.
        boolean loads = pair.config().buffer() != Space.TCM;
        ahead.take(calls, pair, pair.reserve(), take.dtype(), take.shape(), bytes, loads);
        return Handle.value(at, take.dtype(), take.shape(), null);
    }

    @Override
    public void locateBy(SpanSource spans) {
        direct.locateBy(spans);
    }
}
