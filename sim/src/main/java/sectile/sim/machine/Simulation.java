package sectile.sim.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.coroutine.CoroutineFactory;
import sectile.base.limit.LimitReached;
import sectile.base.limit.Limits;
import sectile.base.observe.Actor;
import sectile.base.observe.Observer;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.engine.Engine;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Delivery;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Fabric;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Routes;
import sectile.sim.fabric.Units;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.KernelLine;
import sectile.sim.memory.AddressMap;
import sectile.sim.memory.Blocks;
import sectile.sim.memory.Buffers;
import sectile.sim.memory.Memory;
import sectile.sim.path.Cause;
import sectile.sim.path.Origin;
import sectile.sim.path.Resource;
import sectile.sim.path.Step;
import sectile.sim.path.Tracing;
import sectile.sim.path.Trail;
import sectile.sim.topology.Direction;
import sectile.sim.topology.FabricSpec;
import sectile.sim.topology.Topology;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.TraceHash;

/// The state of one machine: clock, fabric, memories, processors, PEs. Everything comes into being when it is first
/// used.
final class Simulation implements AutoCloseable {
    private static final int SHOWN_KERNELS = 3;

    private final Topology topology;
    private final MachineOptions options;
    private final Engine engine;
    private final TraceHash hash = new TraceHash();
    private final Fabric fabric;
    private final Routes routes;
    private final AddressMap addresses;
    private final Memory memory;
    private final Buffers buffers;
    private final Blocks blocks = new Blocks();
    private final CoroutineFactory coroutines;
    private final Costs costs;
    private final Messages messages = new Messages();
    private final Requests.Shared sharedRequests = new Requests.Shared();
    private @Nullable Access freeAccess;
    private final Processor host;
    private final @Nullable Processor[] ioCpus;
    private final @Nullable Processor[] mCpus;
    private final @Nullable Pe[] pes;
    private final Set<Body> bodies = new LinkedHashSet<>();
    private final Listeners listeners;
    private final boolean wantsKernelLines;
    private final @Nullable Consumer<Occupancy> occupancy;
    private final @Nullable Watch watch;
    private final @Nullable Floor floor;
    private final @Nullable Trail trail;
    private final int physicalBits;
    private final long requestBytes;
    private @Nullable RuntimeException failure;
    private boolean closed;
    private boolean draining;
    private @Nullable Pe running;
    private boolean advancing;
    private boolean paused;
    private final Faults faults;
    private long flows;
    private long installations;

    Simulation(Topology topology, MachineOptions options, Engine engine) {
        this.topology = topology;
        this.options = options;
        this.engine = engine;
        this.faults = new Faults(options.faults());
        FabricSpec spec = topology.fabric();
        listeners = new Listeners(options.listeners(), topology.energy());
        occupancy = listeners.occupancy();
        trail = options.tracing() == Tracing.OFF ? null : new Trail(options.tracing(), options.data());
        fabric = new Fabric(
                engine,
                spec.chunkBytes(),
                spec.virtualChannels(),
                occupancy,
                options.observer().isActive(),
                trail);
        if (trail != null) {
            trail.whenGivenUp(this::forgetSteps);
        }
        routes = new Routes(topology, fabric);
        addresses = Addresses.of(topology);
        physicalBits = addresses.totalBits();
        requestBytes = spec.requestBytes();
        memory = new Memory();
        buffers = new Buffers();
        coroutines = options.coroutines().create();
        costs = new Costs(topology, null);
        host = processor(ComponentKind.HOST, -1, -1, -1, () -> "host");
        ioCpus = new Processor[topology.sips()];
        mCpus = new Processor[topology.sips() * topology.cubes()];
        pes = new Pe[topology.pes()];
        watch = options.observer().isActive() ? new Watch(this, options.observer()) : null;
        MachineOptions.Turns turns = options.turns();
        floor = turns == null ? null : new Floor(turns.order(), turns.watchesArrivals());
        wantsKernelLines = watch != null || listeners.wantKernelLines();
    }

    Topology topology() {
        return topology;
    }

    Engine engine() {
        return engine;
    }

    long now() {
        return engine.now();
    }

    /// The time as whoever asks sees it: a kernel may be ahead of the clock.
    long askersTime() {
        Pe asking = running;
        if (asking == null) {
            return now();
        }
        Body body = asking.body();
        if (body != null) {
            body.settle();
        }
        return asking.kernelPs();
    }

    /// A kernel of this PE goes on, until [#leave()].
    void enter(Pe pe) {
        running = pe;
    }

    void leave() {
        running = null;
    }

    Fabric fabric() {
        return fabric;
    }

    TraceHash hash() {
        return hash;
    }

    AddressMap addresses() {
        return addresses;
    }

    Memory memory() {
        return memory;
    }

    /// The buffers whose element type is known.
    Buffers buffers() {
        return buffers;
    }

    /// All that is allocated.
    Blocks blocks() {
        return blocks;
    }

    CoroutineFactory coroutines() {
        return coroutines;
    }

    /// Those of a machine with the same times that nothing listens to.
    MachineOptions twinOptions() {
        return new MachineOptions(
                false,
                options.coroutines(),
                Pace.AHEAD,
                List.of(),
                options.limits(),
                Observer.NONE,
                null,
                Tracing.OFF,
                List.of());
    }

    Faults faults() {
        return faults;
    }

    boolean computesValues() {
        return options.data();
    }

    Limits limits() {
        return options.limits();
    }

    boolean wantsKernelLines() {
        return wantsKernelLines;
    }

    /// What reports to the observer; null if there is none.
    @Nullable
    Watch watch() {
        return watch;
    }

    /// Where parts of the run wait for their turn; null if they go on at their times.
    @Nullable
    Floor floor() {
        return floor;
    }

    /// What notes why things happen when they do; null if nothing does, or does any more.
    @Nullable
    Trail trail() {
        Trail noting = trail;
        return noting == null || noting.isGivenUp() ? null : noting;
    }

    /// Whether it noted that, and had too much to note.
    boolean gaveUpTracing() {
        return trail != null && trail.isGivenUp();
    }

    private void forgetSteps() {
        fabric.forgetSteps();
        pesInUse().forEach(Pe::forgetSteps);
    }

    /// From now on things happen for this purpose.
    void begin(String op, Cause purpose) {
        begin(op, purpose, "");
    }

    void begin(String op, Cause purpose, String line) {
        if (trail != null) {
            trail.begin(new Origin(op, line, null, listeners.phase()), purpose, Units.ofPicoseconds(now()));
        }
    }

    /// The host has learnt something.
    void known() {
        if (trail != null) {
            trail.known(now());
        }
    }

    /// An event that continues what happens now.
    Runnable continued(Runnable action) {
        Trail noting = trail();
        if (noting == null) {
            return action;
        }
        Step cause = noting.now();
        return () -> {
            noting.now(cause);
            action.run();
        };
    }

    Pace pace() {
        return options.pace();
    }

    /// Whether kernels may be ahead of what the machine has done: nobody wants values, nor the line of each operation.
    boolean allowsReadingAhead() {
        return !options.data() && !wantsKernelLines && !listeners.wantMarks() && options.pace() == Pace.AHEAD;
    }

    /// Addresses above the physical ones are virtual.
    boolean isVirtual(long address) {
        return address >>> physicalBits != 0;
    }

    long controlBytes() {
        return topology.fabric().controlBytes();
    }

    long requestBytes() {
        return requestBytes;
    }

    /// A number for a message that no other message of this machine has.
    long newFlow() {
        return ++flows;
    }

    /// A number for an installation of queues that no other installation of this machine has.
    long newInstallation() {
        return ++installations;
    }

    // Components

    Processor host() {
        return host;
    }

    Processor ioCpu(int sip) {
        Processor processor = ioCpus[sip];
        if (processor == null) {
            processor = processor(ComponentKind.IO_CPU, sip, -1, -1, () -> "sip" + sip + ".io_cpu");
            ioCpus[sip] = processor;
        }
        return processor;
    }

    Processor mCpu(int sip, int cube) {
        int index = sip * topology.cubes() + cube;
        Processor processor = mCpus[index];
        if (processor == null) {
            processor = processor(ComponentKind.M_CPU, sip, cube, -1, () -> "sip" + sip + ".cube" + cube + ".m_cpu");
            mCpus[index] = processor;
        }
        return processor;
    }

    Pe pe(Place place) {
        int index = index(place);
        Pe pe = pes[index];
        if (pe == null) {
            pe = new Pe(this, place);
            pes[index] = pe;
        }
        return pe;
    }

    private int index(Place place) {
        return (place.sip() * topology.cubes() + place.cube()) * topology.pesPerCube() + place.pe();
    }

    /// The PEs that have had anything to do, in structural order.
    List<Pe> pesInUse() {
        List<Pe> used = new ArrayList<>();
        for (Pe pe : pes) {
            if (pe != null) {
                used.add(pe);
            }
        }
        return used;
    }

    /// An access that nobody uses; it is given back when it is done.
    Access access() {
        Access access = freeAccess;
        if (access == null) {
            return new Access(this);
        }
        freeAccess = access.nextFree;
        return access;
    }

    void giveBack(Access access) {
        access.nextFree = freeAccess;
        freeAccess = access;
    }

    Messages messages() {
        return messages;
    }

    Requests.Shared sharedRequests() {
        return sharedRequests;
    }

    /// What the engines of a PE take.
    Costs costs(Place place) {
        return topology.speeds().isUniform() ? costs : new Costs(topology, place);
    }

    /// How long a byte takes out of a TCM.
    long tcmUnitsPerByte(Endpoint tcm) {
        return topology.speeds().isUniform()
                ? costs.tcmUnitsPerByte()
                : pe(new Place(tcm.sip(), tcm.cube(), tcm.pe())).costs().tcmUnitsPerByte();
    }

    long service(ComponentKind kind, long entries) {
        return costs.service(kind, entries);
    }

    /// The host does nothing for some time.
    void pause(long ps, Runnable then) {
        Trail noting = trail();
        if (noting == null) {
            engine.schedule(ps, then);
            return;
        }
        begin("pause", Cause.HOST);
        Step pause = noting.after(
                noting.now(),
                Units.ofPicoseconds(now() + ps),
                Resource.NONE,
                noting.now().origin(),
                Cause.HOST);
        engine.schedule(ps, () -> {
            noting.now(pause);
            then.run();
        });
    }

    // Moving bytes

    Route route(Endpoint from, Endpoint to) {
        return routes.between(from, to);
    }

    /// The route of a queue, which keeps it.
    Route queueRoute(Endpoint from, Endpoint to, Optional<Direction> preferred) {
        return routes.ofQueue(from, to, preferred);
    }

    Route requestRoute(Endpoint from, Endpoint memory) {
        return routes.request(from, memory);
    }

    void send(Endpoint from, Endpoint to, long bytes, Channel channel, Delivery delivery) {
        fabric.send(route(from, to), bytes, channel, delivery);
    }

    // Running

    void started(Body body) {
        bodies.add(body);
    }

    void ended(Body body) {
        bodies.remove(body);
    }

    /// @param name asked for only if somebody watches
    Processor processor(ComponentKind kind, int sip, int cube, int pe, Supplier<String> name) {
        double speed = topology.speeds().of(kind, sip, cube, pe);
        return new Processor(
                engine, kind, speed, occupancy == null && trail == null ? "" : name.get(), occupancy, trail);
    }

    Listeners listeners() {
        return listeners;
    }

    /// A kernel has failed: nothing further happens.
    void fail(RuntimeException cause) {
        if (failure == null) {
            failure = cause;
            engine.stop();
        }
    }

    /// Lets things happen until [#pause()] or until nothing is under way; kernels may still wait then. Ends with an
    /// exception when one failed, like [#drain()].
    void advance() {
        checkIdle();
        advancing = true;
        paused = false;
        try {
            run();
        } finally {
            advancing = false;
        }
        RuntimeException cause = failure;
        if (cause != null) {
            giveUp(cause);
        }
    }

    /// Makes [#advance()] return once what happens at this moment has happened; nothing outside it.
    void pause() {
        if (advancing) {
            paused = true;
            engine.stop();
        }
    }

    /// Lets everything happen that can. Ends with an exception when a kernel failed, or when one still waits
    /// and nothing is left that could wake it; the machine is then as if idle, with memory as it was left.
    void drain() {
        checkIdle();
        run();
        known();
        RuntimeException cause = failure;
        if (cause == null && bodies.isEmpty()) {
            return;
        }
        giveUp(cause);
    }

    private void run() {
        draining = true;
        try {
            coroutines.drive(this::happen);
        } catch (LimitReached e) {
            LimitReached located = e.noting(whereabouts());
            reset();
            throw located;
        } catch (RuntimeException | Error e) {
            // Not a kernel failed but what happened around it: a command, a listener, an action of the host.
            bodies.forEach(Body::end);
            reset();
            throw e;
        } finally {
            draining = false;
        }
    }

    /// In an ordered machine a part goes on when all that followed the one before has happened.
    private void happen() {
        engine.run();
        Floor parts = floor;
        while (parts != null && !parts.isEmpty() && failure == null && engine.isIdle() && !(advancing && paused)) {
            engine.schedule(0, parts::step);
            engine.run();
        }
    }

    /// Ends all kernels and says where the first of them were.
    private List<String> whereabouts() {
        List<Body> running = new ArrayList<>(bodies);
        running.sort(Comparator.comparingInt(body -> index(body.pe().place())));
        List<String> facts = new ArrayList<>();
        for (Body body : running.subList(0, Math.min(SHOWN_KERNELS, running.size()))) {
            String line = KernelLine.text(body.stop());
            facts.add(body.pe().place() + " was in kernel "
                    + body.launch().kernel().name() + (line.isEmpty() ? "" : " at " + line));
        }
        if (running.size() > SHOWN_KERNELS) {
            facts.add("and kernels on " + (running.size() - SHOWN_KERNELS) + " more PEs");
        }
        running.stream().skip(SHOWN_KERNELS).forEach(Body::end);
        facts.add("simulated time " + now() + " ps after " + engine.eventsFired() + " events");
        return facts;
    }

    boolean isIdle() {
        return engine.isIdle() && bodies.isEmpty();
    }

    private void checkIdle() {
        checkOpen();
        if (draining) {
            throw Errors.runningAlready();
        }
    }

    private void giveUp(@Nullable RuntimeException failed) {
        List<Body> waiting = new ArrayList<>(bodies);
        waiting.sort(Comparator.comparingInt(body -> index(body.pe().place())));
        Map<Place, Actor> actors = new HashMap<>();
        waiting.forEach(body -> actors.put(body.pe().place(), body.actor(actors.size())));
        List<WaitGraph.Node> nodes = new ArrayList<>();
        long timePs = now();
        for (Body body : waiting) {
            timePs = Math.max(timePs, body.pe().kernelPs());
            // The wait must be described while it lasts; the line comes out of ending it.
            Wait wait = body.describeWait(place -> {
                Actor actor = actors.get(place);
                return actor == null ? List.of() : List.of(actor);
            });
            List<String> queues = body.describeQueues();
            Actor actor = Objects.requireNonNull(actors.get(body.pe().place()));
            nodes.add(new WaitGraph.Node(actor, wait, body.abort(), queues));
        }
        reset();
        throw failed == null ? new DeadlockException(new WaitGraph(nodes), timePs) : failed;
    }

    /// Forgets everything under way; memory and installed queues stay.
    private void reset() {
        failure = null;
        if (floor != null) {
            floor.clear();
        }
        bodies.clear();
        engine.clear();
        fabric.reset();
        host.reset();
        for (Processor processor : ioCpus) {
            if (processor != null) {
                processor.reset();
            }
        }
        for (Processor processor : mCpus) {
            if (processor != null) {
                processor.reset();
            }
        }
        for (Pe pe : pesInUse()) {
            pe.reset();
        }
    }

    /// What was used since counting began, if that is known.
    Optional<EnergyUse> energy() {
        return Optional.ofNullable(listeners.meter()).map(meter -> meter.use(topology, fabric.links()));
    }

    void resetStatistics() {
        EnergyMeter meter = listeners.meter();
        if (meter != null) {
            meter.reset();
        }
        fabric.resetStatistics();
        pesInUse().forEach(Pe::clearBusy);
    }

    /// A closed machine takes nothing any more.
    void checkOpen() {
        if (closed) {
            throw Errors.closed();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        checkIdle();
        closed = true;
        for (Body body : List.copyOf(bodies)) {
            body.end();
        }
        bodies.clear();
        coroutines.close();
    }
}
