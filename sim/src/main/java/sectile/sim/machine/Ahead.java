package sectile.sim.machine;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.component.MathOp;
import sectile.sim.trace.Lane;

/// What a [repeatable][sectile.sim.kernel.Kernel#isRepeatable()] kernel has asked for and the machine has yet to do.
///
/// Without values nothing that the machine does changes what such a kernel asks for next, so it need not wait: it runs
/// until the list is full, and the machine then does one operation after the other, each at its time, without
/// switching to the kernel and back. What happens in simulated time is the same as if the kernel had waited each time.
///
/// While there is something in the list, events resume this and not the kernel's [Body], which need not be fetched.
final class Ahead extends Requests implements Waiter {
    private static final long NOT_ASKED = -1;

    private final Body body;
    private final Pe pe;
    private final Simulation simulation;
    /// The queues of the kernel, once it has used one.
    private WiredPair[] pairs = {};

    private int next;
    /// Whether the next operation has begun and only its end is waited for.
    private boolean begun;
    /// When the next operation, which has to wait, was asked for.
    private long askedPs = NOT_ASKED;

    Ahead(Body body) {
        super(
                body.pe().simulation().sharedRequests(),
                body.pe().simulation().addresses().peTcm(body.pe().place(), 0));
        this.body = body;
        this.pe = body.pe();
        this.simulation = pe.simulation();
    }

    boolean isEmpty() {
        return next == count();
    }

    // Asking, called by the kernel

    /// The kernel is going to use these.
    void use(List<WiredPair> queues) {
        pairs = queues.toArray(pairs);
        numberQueues(pairs.length);
    }

    void send(int call, WiredPair pair, long bytes, DType dtype, Shape shape) {
        makeRoom(call);
        add(SEND, call, pair.index(), 0, dtype, shape, bytes);
    }

    void receive(int call, WiredPair pair, long sequence, DType dtype, Shape shape, long bytes) {
        makeRoom(call);
        add(RECEIVE, call, pair.index(), sequence, dtype, shape, bytes);
    }

    /// @param loads whether the message is read out of its slot by the DMA engine
    void take(int call, WiredPair pair, long sequence, DType dtype, Shape shape, long bytes, boolean loads) {
        makeRoom(call);
        add(loads ? TAKE_LOADED : TAKE, call, pair.index(), sequence, dtype, shape, bytes);
    }

    void release(int call, WiredPair pair, long sequence) {
        makeRoom(call);
        add(RELEASE, call, pair.index(), sequence, DType.U8, null, 0);
    }

    /// @param physical where bytes begin that are all in one memory; it [is near][#isNear(long)], as is that of a store
    void load(int call, long physical, long bytes) {
        makeRoom(call);
        add(LOAD, call, bytes, physical);
    }

    void store(int call, long physical, long bytes) {
        makeRoom(call);
        add(STORE, call, bytes, physical);
    }

    void math(int call, MathOp math, long elements, DType dtype) {
        makeRoom(call);
        addMath(call, math, elements, dtype);
    }

    void gemm(int call, int m, int n, int k, DType dtype) {
        makeRoom(call);
        addGemm(call, m, n, k, dtype);
    }

    void catchUp(int call) {
        makeRoom(call);
        add(CATCH_UP, call, 0, 0);
    }

    /// The list knows of each operation whether it is of the same call as the one before, or of the next.
    private void makeRoom(int call) {
        if (isFull() || isAfterGap(call)) {
            drain();
        }
    }

    /// Lets the machine do everything that was asked for.
    void drain() {
        if (count() > 0) {
            body.parkForMachine();
        }
    }

    // Doing, called by events

    @Override
    public void resume() {
        pe.kernelResumes(simulation.now());
        if (perform()) {
            body.goOn();
        }
    }

    /// Does operations until none is left, or one has to wait, or has failed, of which the body then knows. Says
    /// whether the body is to continue.
    boolean perform() {
        try {
            return performAll();
        } catch (RuntimeException | Error e) {
            body.failAhead(e);
            return true;
        }
    }

    private boolean performAll() {
        int end = count();
        for (int i = next; i < end; i++) {
            next = i;
            long word = word(i);
            What what = what(word);
            long number = number(word);
            boolean done = switch (kind(word)) {
                case SEND -> send(what, number);
                case RECEIVE -> receive(what, number);
                case RELEASE -> release(number);
                case TAKE -> receive(what, number) && release(number);
                case TAKE_LOADED -> takeLoaded(what, number);
                case LOAD -> hadBegun() || loaded(address(number), what.size()) || waits();
                case STORE -> hadBegun() || stored(address(number), what.size()) || waits();
                case MATH -> math(what);
                case GEMM -> gemm(what);
                case CATCH_UP -> hadBegun() || body.isCaughtUp() || waits();
                default -> throw new IllegalStateException("operation of kind " + kind(word));
            };
            if (!done) {
                return false;
            }
        }
        clear();
        next = 0;
        return true;
    }

    private boolean math(What what) {
        pe.kernelAt(pe.math(Objects.requireNonNull(what.math()), what.size(), what.dtype()));
        return true;
    }

    private boolean gemm(What what) {
        pe.kernelAt(pe.gemm(pe.schedule(), (int) what.size(), what.n(), what.k(), what.dtype()));
        return true;
    }

    private WiredPair pair(long number) {
        return pairs[queue(number)];
    }

    private boolean send(What what, long number) {
        WiredPair pair = pair(number);
        long since = askedPs == NOT_ASKED ? pe.kernelPs() : askedPs;
        if (pair.isFull()) {
            askedPs = since;
            pair.awaitCredit(this);
            return false;
        }
        askedPs = NOT_ASKED;
        pair.handOver(what.size(), what.dtype(), what.shapeOf(), null, since);
        return true;
    }

    private boolean receive(What what, long number) {
        WiredPair pair = pair(number);
        long sequence = sequence(number);
        long since = askedPs == NOT_ASKED ? pe.kernelPs() : askedPs;
        if (!pair.hasArrived(sequence)) {
            askedPs = since;
            pair.awaitMessage(this, sequence);
            return false;
        }
        askedPs = NOT_ASKED;
        pair.accept(sequence, what.dtype(), what.shapeOf(), since);
        return true;
    }

    private boolean release(long number) {
        pair(number).giveBack(sequence(number));
        return true;
    }

    private boolean takeLoaded(What what, long number) {
        if (!hadBegun()) {
            if (!receive(what, number)) {
                return false;
            }
            if (!loaded(pair(number).slotAddress(sequence(number)), what.size())) {
                return waits();
            }
        }
        return release(number);
    }

    private boolean loaded(long physical, long bytes) {
        Reach from = pe.reach(physical);
        long ready = pe.schedule();
        if (ready <= simulation.now() && from.loadsAtOnce()) {
            pe.recordInstant(ready, Lane.DMA_IN, Access.LOAD, bytes);
            return true;
        }
        return simulation.access().detachedLoad(body, from, physical, bytes, ready);
    }

    private boolean stored(long physical, long bytes) {
        Reach to = pe.reach(physical);
        long ready = pe.schedule();
        if (ready <= simulation.now() && pe.isDmaOutFree(to.channel(), ready) && to.storesAtOnce()) {
            pe.bookDmaOut(to.channel(), ready, bytes);
            pe.recordInstant(ready, Lane.DMA_OUT, Access.STORE, bytes);
            return true;
        }
        return simulation.access().detachedStore(body, to, physical, bytes, ready);
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
        return false;
    }

    // The operation that the machine is at; there is one

    /// The number of the kernel's call it is part of.
    int pendingCall() {
        return call(next);
    }

    /// What it waits for.
    Awaited pendingWait() {
        if (begun) {
            return Awaited.ENGINE;
        }
        return switch (kind(word(next))) {
            case SEND -> Awaited.CREDIT;
            case RECEIVE, TAKE, TAKE_LOADED -> Awaited.MESSAGE;
            default -> Awaited.ENGINE;
        };
    }

    /// The queue it waits for, if it does, and the number of the message.
    @Nullable
    WiredPair pendingPair() {
        return pendingWait().isForPeer() ? pair(number(word(next))) : null;
    }

    long pendingSequence() {
        return sequence(number(word(next)));
    }
}
