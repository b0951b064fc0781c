package sectile.sim.machine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Wait;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Link;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Transfer;
import sectile.sim.fabric.Units;
import sectile.sim.path.Cause;

/// A load or store that a kernel waits for, of bytes that lie side by side in one memory.
///
/// The objects are used again and again by all kernels, the last one first: it is the one most likely still in the
/// processor's cache. A part of the way that takes no time at all takes no event either.
final class Access extends Transfer {
    /// What the operations are called.
    static final String LOAD = "load";

    static final String STORE = "store";

    private enum Phase {
        REQUEST,
        READ,
        WRITE
    }

    private final Simulation simulation;
    /// Of those not in use.
    @Nullable
    Access nextFree;

    private @Nullable Body body;
    private Phase phase = Phase.REQUEST;
    private @Nullable Reach reach;
    private long address;
    private long size;
    private long askedPs;
    /// When the outbound DMA takes up the bytes of a store, and when it has sent them.
    private long fromPs;
    private long leftPs;
    /// What had to happen for it to begin.
    private @Nullable Cause after;

    private byte @Nullable [] bytes;
    private boolean done;
    private boolean parked;
    /// No kernel waits for it: the access is returned to the pool when it is done.
    private boolean detached;

    Access(Simulation simulation) {
        this.simulation = simulation;
    }

    /// Reads from `readyPs` on; gives the bytes, or null if the run computes no values.
    byte @Nullable [] load(Body by, Reach from, long physical, long count, long readyPs, long translationPs) {
        beginLoad(by, from, physical, count, readyPs, translationPs);
        return await();
    }

    private void beginLoad(Body by, Reach from, long physical, long count, long readyPs, long translationPs) {
        prepare(by, from, physical, count, readyPs);
        bytes = simulation.computesValues() ? new byte[Math.toIntExact(count)] : null;
        phase = Phase.REQUEST;
        announceLoad();
        long start =
                Units.ofPicoseconds(readyPs + translationPs + by.pe().costs().dmaOverheadPs());
        EngineTrail trail = by.pe().trail();
        if (trail != null) {
            trail.purpose(LOAD, by.opLine(), Cause.OPERAND);
            trail.asks(readyPs + translationPs, Units.ceilPicoseconds(start));
        }
        after = by.pe().after();
        Route route = from.request();
        go(from.isInstantRequest(), route, simulation.requestBytes(), Channel.CONTROL, start, 0);
    }

    /// The same for a body that is not on its stack: says whether it is done already; if not, the body is resumed
    /// when it is.
    boolean detachedLoad(Body by, Reach from, long physical, long count, long readyPs) {
        beginLoad(by, from, physical, count, readyPs, 0);
        return detach();
    }

    /// Writes from `readyPs` on, and waits until the last byte is in memory.
    void store(
            Body by, Reach to, long physical, long count, long readyPs, long translationPs, byte @Nullable [] values) {
        beginStore(by, to, physical, count, readyPs, translationPs, values);
        await();
    }

    /// The same for a body that is not on its stack, like [#detachedLoad].
    boolean detachedStore(Body by, Reach to, long physical, long count, long readyPs) {
        beginStore(by, to, physical, count, readyPs, 0, null);
        return detach();
    }

    private void beginStore(
            Body by, Reach to, long physical, long count, long readyPs, long translationPs, byte @Nullable [] values) {
        prepare(by, to, physical, count, readyPs);
        bytes = values;
        phase = Phase.WRITE;
        Watch watch = simulation.watch();
        if (watch != null) {
            by.expect(
                    new Wait.Transfer(STORE, count, watch.storages().memoryName(physical)),
                    Watch.dmaOut(by.pe()),
                    readyPs + translationPs,
                    by.pe().dmaOutFreePs(to.channel()));
        }
        EngineTrail trail = by.pe().trail();
        if (trail != null) {
            trail.purpose(STORE, by.opLine(), Cause.OPERAND);
        }
        long start = by.pe().bookDmaOut(to.channel(), readyPs + translationPs, count);
        fromPs = by.pe().dmaOutFromPs();
        leftPs = by.pe().dmaOutFreePs(to.channel());
        after = by.pe().after();
        Route route = to.out();
        long unitsPerByte = by.pe().costs().dmaOutUnitsPerByte();
        go(to.isInstantOut(), route, count, Channel.DATA, start, unitsPerByte);
    }

    private void prepare(Body by, Reach memory, long physical, long count, long readyPs) {
        body = by;
        reach = memory;
        address = physical;
        size = count;
        askedPs = readyPs;
        done = false;
        parked = false;
        detached = false;
    }

    /// Tells the kernel what it is about to wait for, for observers.
    private void announceLoad() {
        Watch watch = simulation.watch();
        if (watch != null) {
            waiting().expect(new Wait.Transfer(LOAD, size, watch.storages().memoryName(address)));
        }
    }

    @Override
    protected void delayed(Link link, long sincePs, long untilPs) {
        Watch watch = simulation.watch();
        if (watch != null) {
            watch.delay(
                    waiting().actorOrThrow(), link, sincePs, untilPs, waiting().opSpan());
        }
    }

    private void accessed(AccessKind kind) {
        Watch watch = simulation.watch();
        if (watch != null) {
            watch.access(
                    waiting().actorOrThrow(), kind, address, size, waiting().opSpan());
        }
    }

    private void go(boolean instant, Route route, long count, Channel channel, long startUnits, long unitsPerByte) {
        if (instant && unitsPerByte == 0 && startUnits <= Units.ofPicoseconds(simulation.now())) {
            delivered();
        } else {
            simulation.fabric().send(this, route, count, channel, startUnits, unitsPerByte);
        }
    }

    @Override
    protected void delivered() {
        byte[] values = bytes;
        switch (phase) {
            case REQUEST -> {
                if (values != null) {
                    simulation.memory().read(address, values, 0, values.length);
                }
                accessed(AccessKind.READ);
                phase = Phase.READ;
                respond();
            }
            case READ -> {
                Pe pe = waiting().pe();
                pe.recordLoaded(askedPs, LOAD, size, pe.line(), pe.phase(), after);
                finish();
            }
            case WRITE -> {
                if (values != null) {
                    simulation.memory().write(address, values, 0, values.length);
                }
                accessed(AccessKind.WRITE);
                Pe pe = waiting().pe();
                pe.recordSent(askedPs, fromPs, leftPs, STORE, size, pe.line(), pe.phase(), after);
                finish();
            }
        }
    }

    private void respond() {
        Reach from = reach;
        if (from != null) {
            long unitsPerByte = from.isTcm() ? simulation.tcmUnitsPerByte(from.memory()) : 0;
            Route route = from.in();
            long start = Units.ofPicoseconds(simulation.now());
            EngineTrail trail = waiting().pe().trail();
            if (trail != null && unitsPerByte > 0) {
                trail.leavesTcm();
            }
            go(from.isInstantIn(), route, size, Channel.DATA, start, unitsPerByte);
        }
    }

    private void finish() {
        Body waiting = waiting();
        done = true;
        if (parked) {
            if (detached) {
                giveBack();
            }
            waiting.resume();
        }
    }

    private byte @Nullable [] await() {
        if (!done) {
            parked = true;
            waiting().parkForEngine();
        }
        byte[] result = bytes;
        giveBack();
        return result;
    }

    private boolean detach() {
        if (done) {
            giveBack();
            return true;
        }
        detached = true;
        parked = true;
        return false;
    }

    private void giveBack() {
        bytes = null;
        body = null;
        simulation.giveBack(this);
    }

    private Body waiting() {
        return Objects.requireNonNull(body);
    }
}
