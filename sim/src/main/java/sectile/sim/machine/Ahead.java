package sectile.sim.machine;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.component.MathOp;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.trace.Lane;

/// What a [repeatable][sectile.sim.kernel.Kernel#isRepeatable()] kernel has asked for and the machine has yet to do.
///
/// Without values nothing that the machine does changes what such a kernel asks for next, so it need not wait: it runs
/// until the list is full, and the machine then does one operation after the other, each at its time, without
/// switching to the kernel and back. What happens in simulated time is the same as if the kernel had waited each time.
final class Ahead {
    /// Enough that the switch to the kernel no longer counts; more would only take memory.
    private static final int MOST = 64;

    private static final int FIRST_ROOM = 8;
    private static final long NOT_ASKED = -1;

    // Kinds of operations: numbers and not an enumeration, for a switch over one of those fetches two objects more.

    private static final int SEND = 0;
    /// Waits for a message and keeps its slot until RELEASE.
    private static final int RECEIVE = 1;

    private static final int RELEASE = 2;
    /// Waits for a message and gives its slot back.
    private static final int TAKE = 3;
    /// The same with a load of the slot in between.
    private static final int TAKE_LOADED = 4;

    private static final int LOAD = 5;
    private static final int STORE = 6;
    private static final int MATH = 7;
    private static final int GEMM = 8;
    private static final int CATCH_UP = 9;

    /// One operation. Which fields mean something depends on its kind. The objects are used again and again.
    private static final class Op {
        private int kind = CATCH_UP;
        private int call;
        private @Nullable QueuePair pair;
        /// Of the pair, if it was known when the operation was asked for.
        private @Nullable PairWay way;

        private @Nullable Shape shape;
        private @Nullable MathOp math;
        private DType dtype = DType.U8;
        private long number;
        private long size;
        private int depth;
    }

    private final Body body;
    private final Pe pe;
    private final Simulation simulation;
    private final Queues queues;
    private @Nullable Op[] ops = new Op[FIRST_ROOM];
    private int count;
    private int next;
    /// Whether the next operation has begun and only its end is waited for.
    private boolean begun;
    /// When the next operation, which has to wait, was asked for.
    private long asked = NOT_ASKED;

    Ahead(Body body, Queues queues) {
        this.body = body;
        this.pe = body.pe();
        this.simulation = pe.simulation();
        this.queues = queues;
    }

    boolean isEmpty() {
        return next == count;
    }

    // Asking, called by the kernel

    void send(int call, QueuePair pair, long bytes, DType dtype, Shape shape) {
        Op op = add(SEND, call);
        op.pair = pair;
        op.way = pe.knownWay(pair);
        op.size = bytes;
        op.dtype = dtype;
        op.shape = shape;
    }

    void receive(int call, QueuePair pair, long sequence, DType dtype, Shape shape) {
        Op op = add(RECEIVE, call);
        op.pair = pair;
        op.number = sequence;
        op.dtype = dtype;
        op.shape = shape;
    }

    /// @param loads whether the message is read out of its slot by the DMA engine
    void take(int call, QueuePair pair, long sequence, DType dtype, Shape shape, boolean loads) {
        Op op = add(loads ? TAKE_LOADED : TAKE, call);
        op.pair = pair;
        op.way = pe.knownWay(pair);
        op.number = sequence;
        op.dtype = dtype;
        op.shape = shape;
    }

    void release(int call, QueuePair pair, long sequence) {
        Op op = add(RELEASE, call);
        op.pair = pair;
        op.way = pe.knownWay(pair);
        op.number = sequence;
    }

    /// @param physical where bytes begin that are all in one memory
    void load(int call, long physical, long bytes) {
        Op op = add(LOAD, call);
        op.number = physical;
        op.size = bytes;
    }

    void store(int call, long physical, long bytes) {
        Op op = add(STORE, call);
        op.number = physical;
        op.size = bytes;
    }

    void math(int call, MathOp math, long elements, DType dtype) {
        Op op = add(MATH, call);
        op.math = math;
        op.number = elements;
        op.dtype = dtype;
    }

    void gemm(int call, int m, int n, int k, DType dtype) {
        Op op = add(GEMM, call);
        op.number = m;
        op.size = n;
        op.depth = k;
        op.dtype = dtype;
    }

    void catchUp(int call) {
        add(CATCH_UP, call);
    }

    private Op add(int kind, int call) {
        if (count == MOST) {
            drain();
        }
        if (count == ops.length) {
            ops = Arrays.copyOf(ops, 2 * count);
        }
        Op op = ops[count];
        if (op == null) {
            op = new Op();
            ops[count] = op;
        }
        count++;
        op.kind = kind;
        op.call = call;
        return op;
    }

    /// Lets the machine do everything that was asked for.
    void drain() {
        if (count > 0) {
            body.parkForMachine();
        }
    }

    // Doing, called by events

    /// Does operations until none is left, which it says, or one has to wait; the body then says for what.
    boolean perform() {
        @Nullable Op[] list = ops;
        int end = count;
        for (int i = next; i < end; i++) {
            next = i;
            Op op = Objects.requireNonNull(list[i]);
            boolean done = switch (op.kind) {
                case SEND -> send(op);
                case RECEIVE -> receive(op);
                case RELEASE -> release(op);
                case TAKE -> receive(op) && release(op);
                case TAKE_LOADED -> (hadBegun() || (receive(op) && (slotLoaded(op) || waits()))) && release(op);
                case LOAD -> hadBegun() || loaded(op.number, op.size) || waits();
                case STORE -> hadBegun() || stored(op) || waits();
                case MATH -> math(op);
                case GEMM -> gemm(op);
                case CATCH_UP -> hadBegun() || body.isCaughtUp() || waits();
                default -> throw new IllegalStateException("operation of kind " + op.kind);
            };
            if (!done) {
                return false;
            }
        }
        count = 0;
        next = 0;
        return true;
    }

    private boolean math(Op op) {
        pe.kernelAt(pe.math(Objects.requireNonNull(op.math), op.number, op.dtype));
        return true;
    }

    private boolean gemm(Op op) {
        pe.kernelAt(pe.gemm(pe.schedule(), (int) op.number, (int) op.size, op.depth, op.dtype));
        return true;
    }

    private QueuePair installed(Op op) {
        QueuePair pair = Objects.requireNonNull(op.pair);
        if (!pair.isInstalled()) {
            throw Errors.nothingInstalled(body.launch().queueSet());
        }
        return pair;
    }

    private PairWay way(Op op) {
        PairWay known = op.way;
        return known == null ? pe.way(Objects.requireNonNull(op.pair)) : known;
    }

    private boolean send(Op op) {
        QueuePair pair = installed(op);
        long since = asked == NOT_ASKED ? pe.kernelPs() : asked;
        if (pair.isFull()) {
            asked = since;
            body.awaitCredit(pair);
            return false;
        }
        asked = NOT_ASKED;
        queues.handOver(pair, way(op), op.size, op.dtype, Objects.requireNonNull(op.shape), null, since);
        return true;
    }

    private boolean receive(Op op) {
        QueuePair pair = installed(op);
        long since = asked == NOT_ASKED ? pe.kernelPs() : asked;
        if (!pair.hasArrived(op.number)) {
            asked = since;
            body.awaitMessage(pair, op.number);
            return false;
        }
        asked = NOT_ASKED;
        queues.accept(pair, op.number, op.dtype, Objects.requireNonNull(op.shape), since);
        return true;
    }

    private boolean release(Op op) {
        queues.release(Objects.requireNonNull(op.pair), way(op), op.number);
        return true;
    }

    private boolean slotLoaded(Op op) {
        long bytes = op.dtype.bytesFor(Objects.requireNonNull(op.shape).elements());
        return loaded(Objects.requireNonNull(op.pair).slotAddress(op.number), bytes);
    }

    private boolean loaded(long physical, long bytes) {
        Reach from = pe.reach(physical);
        long ready = pe.schedule();
        if (ready <= simulation.now() && from.loadsAtOnce()) {
            pe.record(ready, ready, Lane.DMA_IN, Access.LOAD, bytes, 0, 0);
            return true;
        }
        return simulation.access().detachedLoad(body, from, physical, bytes, ready);
    }

    private boolean stored(Op op) {
        Reach to = pe.reach(op.number);
        long ready = pe.schedule();
        if (ready <= simulation.now() && pe.isDmaOutFree(ready) && to.storesAtOnce()) {
            pe.bookDmaOut(ready, op.size);
            pe.record(ready, ready, Lane.DMA_OUT, Access.STORE, op.size, 0, 0);
            return true;
        }
        return simulation.access().detachedStore(body, to, op.number, op.size, ready);
    }

    /// Whether the next operation is one whose end has come.
    private boolean hadBegun() {
        if (begun) {
            begun = false;
            return true;
        }
        return false;
    }

    private boolean waits() {
        begun = true;
        body.awaitEngine();
        return false;
    }

    /// The number of the kernel's call that the machine is at.
    int pendingCall() {
        return Objects.requireNonNull(ops[next]).call;
    }
}
