package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Route;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Decoded;

/// One memory as one PE reaches it: which addresses it has, and the routes there and back, found when first needed.
final class Reach {
    private final Simulation simulation;
    private final Costs costs;
    private final Endpoint pe;
    private final int channel;
    private final Endpoint dmaIn;
    private final Endpoint memory;
    private final Space space;
    private final boolean ownTcm;
    private final long first;
    private final long end;
    private @Nullable Route request;
    private @Nullable Route in;
    private @Nullable Route out;
    private boolean instantRequest;
    private boolean instantIn;
    private boolean instantOut;
    private boolean loadKnown;
    private boolean instantLoad;

    private Reach(Pe pe, Endpoint memory, Space space, long first, long bytes) {
        this.simulation = pe.simulation();
        this.costs = pe.costs();
        this.pe = Endpoint.pe(pe.place());
        this.memory = memory;
        this.channel = pe.channel(memory);
        this.dmaIn = Endpoint.dmaIn(pe.place(), channel);
        this.space = space;
        this.ownTcm = space == Space.TCM && memory.equals(Endpoint.tcm(pe.place()));
        this.first = first;
        this.end = first + bytes;
    }

    /// The memory that holds a physical address; a diagnostic if none does.
    static Reach of(Pe pe, long physical) {
        Simulation simulation = pe.simulation();
        Decoded decoded = simulation.addresses().decode(physical);
        return new Reach(
                pe,
                Addresses.endpoint(simulation, physical),
                Addresses.space(physical, decoded),
                physical - decoded.offset(),
                simulation.addresses().bytes(decoded.range()));
    }

    boolean holds(long physical) {
        return physical >= first && physical < end;
    }

    /// Whether `bytes` bytes from an address of this memory on are all in it.
    boolean holds(long physical, long bytes) {
        return bytes <= end - physical;
    }

    /// Whether there are bytes, and all of them are in this memory.
    boolean holdsAll(long physical, long bytes) {
        return bytes > 0 && physical >= first && bytes <= end - physical;
    }

    long first() {
        return first;
    }

    Endpoint memory() {
        return memory;
    }

    /// The channel of the DMA engine that serves it.
    int channel() {
        return channel;
    }

    Space space() {
        return space;
    }

    boolean isOwnTcm() {
        return ownTcm;
    }

    /// Whether what is read comes out at the rate of a TCM.
    boolean isTcm() {
        return space == Space.TCM;
    }

    /// The way of a read request.
    Route request() {
        Route route = request;
        if (route == null) {
            route = simulation.requestRoute(pe, memory);
            request = route;
            instantRequest = route.isInstant();
        }
        return route;
    }

    /// Whether a request that sets out now is there now; asked after [#request()], as are the others after theirs.
    boolean isInstantRequest() {
        return instantRequest;
    }

    boolean isInstantIn() {
        return instantIn;
    }

    boolean isInstantOut() {
        return instantOut;
    }

    /// Whether a load that begins now is done now: nothing on its way there or back takes any time.
    boolean loadsAtOnce() {
        if (!loadKnown) {
            loadKnown = true;
            request();
            if (instantRequest && costs.dmaOverheadPs() == 0) {
                in();
                instantLoad = instantIn && (!isTcm() || simulation.tcmUnitsPerByte(memory) == 0);
            }
        }
        return instantLoad;
    }

    /// The same of a store for which the DMA engine is free.
    boolean storesAtOnce() {
        out();
        return instantOut && costs.dmaOverheadPs() == 0 && costs.dmaOutUnitsPerByte() == 0;
    }

    /// The way of bytes that are read.
    Route in() {
        Route route = in;
        if (route == null) {
            route = simulation.route(memory, dmaIn);
            in = route;
            instantIn = route.isInstant();
        }
        return route;
    }

    /// The way of bytes that are written.
    Route out() {
        Route route = out;
        if (route == null) {
            route = simulation.route(pe, memory);
            out = route;
            instantOut = route.isInstant();
        }
        return route;
    }
}
