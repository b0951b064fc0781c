package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Transfer;
import sectile.sim.fabric.Units;
import sectile.sim.trace.Lane;

/// A load or store that a kernel waits for, of bytes that lie side by side in one memory.
///
/// A kernel waits for one at a time, so each body has one and uses it again and again. A part of the way that takes no
/// time at all takes no event either.
final class Access extends Transfer {
    private enum Phase {
        REQUEST,
        READ,
        WRITE
    }

    private final Body body;
    private final Pe pe;
    private final Simulation simulation;
    private Phase phase = Phase.REQUEST;
    private @Nullable Reach reach;
    private long address;
    private long size;
    private long askedPs;
    private byte @Nullable [] bytes;
    private boolean done;
    private boolean parked;

    Access(Body body) {
        this.body = body;
        this.pe = body.pe();
        this.simulation = pe.simulation();
    }

    /// Reads from `readyPs` on; gives the bytes, or null if the run computes no values.
    byte @Nullable [] load(Reach from, long physical, long count, long readyPs, long translationPs) {
        prepare(from, physical, count, readyPs);
        bytes = simulation.computesValues() ? new byte[Math.toIntExact(count)] : null;
        phase = Phase.REQUEST;
        long start =
                Units.ofPicoseconds(readyPs + translationPs + simulation.costs().dmaOverheadPs());
        Route route = from.request();
        go(from.isInstantRequest(), route, simulation.requestBytes(), Channel.CONTROL, start, 0);
        return await();
    }

    /// Writes from `readyPs` on, and waits until the last byte is in memory.
    void store(Reach to, long physical, long count, long readyPs, long translationPs, byte @Nullable [] values) {
        prepare(to, physical, count, readyPs);
        bytes = values;
        phase = Phase.WRITE;
        long start = pe.bookDmaOut(readyPs + translationPs, count);
        Route route = to.out();
        long unitsPerByte = simulation.costs().dmaOutUnitsPerByte();
        go(to.isInstantOut(), route, count, Channel.DATA, start, unitsPerByte);
        await();
    }

    private void prepare(Reach memory, long physical, long count, long readyPs) {
        reach = memory;
        address = physical;
        size = count;
        askedPs = readyPs;
        done = false;
        parked = false;
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
                phase = Phase.READ;
                respond();
            }
            case READ -> finish(Lane.DMA_IN, "load");
            case WRITE -> {
                if (values != null) {
                    simulation.memory().write(address, values, 0, values.length);
                }
                finish(Lane.DMA_OUT, "store");
            }
        }
    }

    private void respond() {
        Reach from = reach;
        if (from != null) {
            long unitsPerByte = from.isTcm() ? simulation.costs().tcmUnitsPerByte() : 0;
            Route route = from.in();
            long start = Units.ofPicoseconds(simulation.now());
            go(from.isInstantIn(), route, size, Channel.DATA, start, unitsPerByte);
        }
    }

    private void finish(Lane lane, String op) {
        pe.record(askedPs, simulation.now(), lane, op, size, 0, 0);
        done = true;
        if (parked) {
            body.resume();
        }
    }

    private byte @Nullable [] await() {
        if (!done) {
            parked = true;
            body.parkForEngine();
        }
        byte[] result = bytes;
        bytes = null;
        return result;
    }
}
