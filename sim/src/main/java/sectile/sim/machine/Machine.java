package sectile.sim.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfMemory;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.engine.Engine;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Units;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.AddressMap;
import sectile.sim.memory.AllocationError;
import sectile.sim.memory.Allocators;
import sectile.sim.memory.Buffers;
import sectile.sim.memory.Mmu;
import sectile.sim.memory.Range;
import sectile.sim.memory.VirtualRanges;
import sectile.sim.path.CriticalPath;
import sectile.sim.path.Slack;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;
import sectile.sim.topology.Topology;

/// A simulated machine: memory to allocate and fill, queues to install, kernels to launch. Everything takes simulated
/// time and goes over the fabric.
///
/// A machine belongs to one thread. After a kernel failed or a deadlock was found it is idle again: memory is as it
/// was left and installed queues are empty. After [#close()] it takes nothing any more.
public final class Machine implements AutoCloseable {
    private static final long ALIGNMENT = 64;

    private final Simulation simulation;
    private final Allocators allocators;
    private final VirtualRanges virtualRanges;
    private final HostCopy hostCopy;
    private final Strands strands;
    private final Map<InstalledSet, List<Long>> rings = new HashMap<>();

    private record InstalledSet(Place place, String set) {}

    private Machine(Simulation simulation) {
        this.simulation = simulation;
        this.allocators = new Allocators(
                simulation.addresses(), simulation.topology().memoryMap().tcmUsable());
        this.virtualRanges = new VirtualRanges(simulation.addresses().totalBits());
        this.hostCopy = new HostCopy(simulation);
        this.strands = new Strands(simulation);
    }

    public static Machine open(Topology topology) {
        return open(topology, MachineOptions.standard());
    }

    public static Machine open(Topology topology, MachineOptions options) {
        return open(topology, options, new Engine(options.limits()));
    }

    /// The same on an engine of the caller's choice, which must be fresh.
    static Machine open(Topology topology, MachineOptions options, Engine engine) {
        return new Machine(new Simulation(topology, options, engine));
    }

    /// A fresh machine like this one that computes no values and reports to no listener, to try something out.
    public Machine openTwin() {
        return open(topology(), simulation.twinOptions());
    }

    public Topology topology() {
        return simulation.topology();
    }

    public AddressMap addresses() {
        return simulation.addresses();
    }

    /// Simulated time since the machine was opened, in picoseconds. Asked by a kernel, the time at which it is.
    public long nowPs() {
        return simulation.askersTime();
    }

    /// The limits on the time and memory of this host.
    public Limits limits() {
        return simulation.limits();
    }

    public boolean computesValues() {
        return simulation.computesValues();
    }

    // Memory

    /// A block of a memory of a PE (or, for SRAM, of its cube).
    public long allocate(Space space, Place place, long bytes) {
        simulation.checkOpen();
        check(place);
        if (bytes < 0) {
            throw Errors.negativeSize(bytes);
        }
        long address = allocators.pool(range(space), place).allocate(bytes, ALIGNMENT);
        simulation.blocks().add(address, bytes);
        Watch watch = simulation.watch();
        if (watch != null) {
            watch.storages().allocated(address, bytes);
        }
        return address;
    }

    /// Says what an allocated block that nothing has used yet is called in reports to the observer.
    public void name(long address, String name) {
        Watch watch = simulation.watch();
        if (watch != null) {
            watch.storages().name(address, name);
        }
    }

    /// The same for elements of one type: kernels that store others there are refused.
    public long allocate(Space space, Place place, DType dtype, long elements) {
        long bytes = dtype.bytesFor(elements);
        long address = allocate(space, place, bytes);
        simulation.buffers().add(new Buffers.Buffer(address, bytes, dtype));
        return address;
    }

    public void free(long address) {
        release(address);
        simulation.buffers().remove(address);
    }

    /// Whether a memory of a device is memory of this machine.
    public boolean holds(DeviceMemory memory) {
        return memory instanceof SipMemory ofSip && ofSip.isOf(this);
    }

    private void release(long address) {
        allocators.free(address);
        simulation.blocks().remove(address);
        Watch watch = simulation.watch();
        if (watch != null) {
            watch.storages().freed(address);
        }
    }

    private static Range range(Space space) {
        return switch (space) {
            case HBM -> Range.HBM;
            case TCM -> Range.TCM;
            case SRAM -> Range.SRAM;
        };
    }

    /// Copies an array from the host to a physical address.
    public void write(long address, NdArray array) {
        write(Map.of(address, array));
    }

    /// Sends an array on its way from the host; [#drain()] or [#advance()] lets it happen.
    public Pending submitWrite(long address, NdArray array) {
        simulation.checkOpen();
        HostTransfer transfer = new HostTransfer(simulation);
        byte[] bytes = simulation.computesValues() ? Tile.of(array).toBytes() : null;
        hostCopy.write(address, array.dtype().bytesFor(array.shape().elements()), bytes, transfer::finish);
        return transfer;
    }

    /// The same without values, for timing-only runs.
    public Pending submitWriteTimed(long address, long bytes) {
        simulation.checkOpen();
        HostTransfer transfer = new HostTransfer(simulation);
        hostCopy.write(address, bytes, null, transfer::finish);
        return transfer;
    }

    /// Asks for bytes; they are in `target` when it is done, unless the run computes no values.
    public Pending submitRead(long address, byte[] target) {
        simulation.checkOpen();
        HostTransfer transfer = new HostTransfer(simulation);
        hostCopy.read(address, target.length, simulation.computesValues() ? target : null, transfer::finish);
        return transfer;
    }

    /// Lets the host do nothing for some time.
    public Pending submitDelay(long ps) {
        simulation.checkOpen();
        if (ps > Units.LAST_PS - simulation.now()) {
            throw Units.pastTheEnd();
        }
        HostTransfer transfer = new HostTransfer(simulation);
        simulation.pause(ps, transfer::finish);
        return transfer;
    }

    /// Copies several arrays from the host at the same time, sent by ascending address.
    public void write(Map<Long, NdArray> arrays) {
        SortedMap<Long, NdArray> sorted = new TreeMap<>(arrays);
        // Either all of them are on their way or none.
        sorted.forEach((address, array) ->
                hostCopy.memory(address, array.dtype().bytesFor(array.shape().elements())));
        sorted.forEach(this::submitWrite);
        simulation.drain();
    }

    /// Lets the time of a copy from the host pass without having the values: for timing-only runs whose data is not
    /// wants to make.
    public void writeTimed(long address, long bytes) {
        submitWriteTimed(address, bytes);
        simulation.drain();
    }

    /// The same for several copies at the same time, by address the number of bytes, sent by ascending address.
    public void writeTimed(Map<Long, Long> sizes) {
        SortedMap<Long, Long> sorted = new TreeMap<>(sizes);
        sorted.forEach(hostCopy::memory);
        sorted.forEach(this::submitWriteTimed);
        simulation.drain();
    }

    /// Copies an array from a physical address to the host. In a timing-only run it is all zeros.
    public NdArray read(long address, DType dtype, Shape shape) {
        simulation.checkOpen();
        long size = dtype.bytesFor(shape.elements());
        hostCopy.memory(address, size);
        byte[] bytes = hostArray(size, "an array of " + shape + " " + dtype.text());
        hostCopy.read(address, bytes.length, simulation.computesValues() ? bytes : null, () -> {});
        simulation.drain();
        return Tile.fromBytes(dtype, shape, bytes, 0).toNdArray();
    }

    /// Room for bytes of the machine on this host.
    ///
    /// @param what as in "`what` takes 3 GiB"
    /// @throws sectile.base.diag.DiagnosticException LIM-102 or LIM-104 if there is none
    public byte[] hostArray(long bytes, String what) {
        limits().require(bytes, what, Span.none());
        return new byte[OutOfMemory.arrayLength(bytes, what)];
    }

    // Virtual ranges

    /// A contiguous virtual range of a SIP; [#map] gives it a meaning.
    public long allocateVirtual(int sip, long bytes) {
        simulation.checkOpen();
        check(new Place(sip, 0, 0));
        if (bytes < 0) {
            throw Errors.negativeSize(bytes);
        }
        return virtualRanges.allocate(sip, bytes);
    }

    public void freeVirtual(int sip, long address) {
        check(new Place(sip, 0, 0));
        virtualRanges.free(sip, address);
    }

    /// Programs the PE_MMUs of a set of PEs, each with the entries it is given.
    public void map(PeSet where, Function<Place, List<Mmu.Entry>> entries) {
        submitMap(where, entries);
        simulation.drain();
    }

    /// The same, sent on its way.
    public Pending submitMap(PeSet where, Function<Place, List<Mmu.Entry>> entries) {
        simulation.checkOpen();
        check(where);
        checkEntries(where, entries);
        Command command = new MapCommand(simulation, where, entries);
        command.submit();
        return command;
    }

    @SuppressWarnings("ReferenceEquality") // most callers give all PEs one list, which is checked once
    private void checkEntries(PeSet where, Function<Place, List<Mmu.Entry>> entries) {
        List<Mmu.Entry> checked = List.of();
        for (Place place : where.places()) {
            List<Mmu.Entry> table = entries.apply(place);
            if (table != checked) {
                table.forEach(this::check);
                checked = table;
            }
        }
    }

    private void check(Mmu.Entry entry) {
        if (simulation.addresses().isPhysical(entry.virtual())) {
            throw Errors.mapsPhysical(entry, simulation.addresses().totalBits());
        }
        Addresses.endpoint(simulation, entry.physical(), entry.bytes());
    }

    /// Makes PE_MMUs forget what begins inside a virtual range.
    public Pending submitUnmap(PeSet where, long virtual, long bytes) {
        simulation.checkOpen();
        check(where);
        Command command = new UnmapCommand(simulation, where, virtual, bytes);
        command.submit();
        return command;
    }

    // Queues

    /// Installs queues: allocates a ring per direction in the receiver's memory and sends every PE its table.
    public void install(InstallPlan plan) {
        submitInstall(plan);
        simulation.drain();
    }

    /// The same, sent on its way.
    public Pending submitInstall(InstallPlan plan) {
        simulation.checkOpen();
        for (Place place : plan.places()) {
            check(place);
            if (rings.containsKey(new InstalledSet(place, plan.set()))) {
                throw Errors.secondInstall(place, plan.set());
            }
            for (InstallPlan.Connection connection : plan.table(place)) {
                if (!exists(connection.peer())) {
                    throw Errors.peerOutsideMachine(place, connection.direction(), connection.peer());
                }
            }
        }
        Map<Place, Map<String, Long>> addresses = allocateRings(plan);
        checkDisjoint(plan, addresses);
        addresses.forEach(
                (place, ofPlace) -> rings.put(new InstalledSet(place, plan.set()), List.copyOf(ofPlace.values())));
        Command command = new InstallCommand(simulation, plan, addresses);
        command.submit();
        return command;
    }

    /// A ring for every direction of every PE, or none at all when one does not fit.
    private Map<Place, Map<String, Long>> allocateRings(InstallPlan plan) {
        List<Long> allocated = new ArrayList<>();
        Map<Place, Map<String, Long>> addresses = new HashMap<>();
        try {
            for (Place place : plan.places()) {
                Map<String, Long> ofPlace = new LinkedHashMap<>();
                for (InstallPlan.Connection connection : plan.table(place)) {
                    long ring = allocate(
                            plan.config().buffer(), place, plan.config().ringBytes());
                    allocated.add(ring);
                    name(ring, "the ring of queue `" + connection.direction() + "` of " + place);
                    ofPlace.put(connection.direction(), ring);
                }
                addresses.put(place, ofPlace);
            }
        } catch (AllocationError e) {
            allocated.forEach(this::release);
            throw e;
        }
        return addresses;
    }

    /// Takes the queues of some PEs away and frees their rings. No PE is told, so it costs no simulated time; payloads
    /// and credits still in flight to them belong to no queue when they arrive.
    public void uninstall(PeSet where) {
        uninstall("", where);
    }

    /// The same for a named set of queues.
    public void uninstall(String set, PeSet where) {
        simulation.checkOpen();
        for (Place place : where.places()) {
            check(place);
            if (!rings.containsKey(new InstalledSet(place, set))) {
                throw Errors.notInstalled(place, set, installedOn(place));
            }
            Body running = simulation.pe(place).body();
            if (running != null && running.launch().queueSet().equals(set)) {
                throw Errors.queuesInUse(place, running.launch().kernel().name());
            }
        }
        for (Place place : where.places()) {
            List<Long> ofPlace = rings.remove(new InstalledSet(place, set));
            if (ofPlace != null) {
                ofPlace.forEach(this::release);
                simulation.pe(place).queues().uninstall(set);
            }
        }
    }

    private List<String> installedOn(Place place) {
        return rings.keySet().stream()
                .filter(installed -> installed.place.equals(place))
                .map(InstalledSet::set)
                .sorted()
                .toList();
    }

    private static void checkDisjoint(InstallPlan plan, Map<Place, Map<String, Long>> addresses) {
        record Ring(Place place, String direction, long base) {}
        List<Ring> all = new ArrayList<>();
        addresses.forEach(
                (place, rings) -> rings.forEach((direction, base) -> all.add(new Ring(place, direction, base))));
        all.sort(Comparator.comparingLong(Ring::base));
        for (int i = 1; i < all.size(); i++) {
            Ring before = all.get(i - 1);
            Ring here = all.get(i);
            if (before.base + plan.config().ringBytes() > here.base) {
                throw Errors.ringsOverlap(before.place, before.direction, here.place, here.direction);
            }
        }
    }

    // Kernels

    /// Runs a kernel with the same arguments on every PE of a set, to the end.
    public LaunchResult launch(Kernel kernel, KernelArgs args, PeSet where) {
        Launch launch = submit(kernel, args, where);
        simulation.drain();
        return launch.result();
    }

    /// Sends a kernel on its way; [#drain()] lets it happen.
    public Launch submit(Kernel kernel, KernelArgs args, PeSet where) {
        return submit(new Launch(simulation, kernel, place -> args, true, where, ""));
    }

    /// The same with arguments of its own for every PE.
    public Launch submit(Kernel kernel, Function<Place, KernelArgs> args, PeSet where) {
        return submit(kernel, args, where, "");
    }

    /// The same with the set of queues its sends and receives go through.
    public Launch submit(Kernel kernel, Function<Place, KernelArgs> args, PeSet where, String queueSet) {
        return submit(new Launch(simulation, kernel, args, false, where, queueSet));
    }

    private Launch submit(Launch launch) {
        simulation.checkOpen();
        if (launch.where().size() == 0) {
            throw Errors.noPes();
        }
        check(launch.where());
        launch.announce();
        launch.submit();
        return launch;
    }

    /// Programs of many threads of control on this machine, beside kernels.
    public Strands strands() {
        return strands;
    }

    /// Names what the host does from now on and what it launches is a part of, for reports. Takes no time. An empty
    /// name ends it.
    public void mark(String name) {
        simulation.listeners().mark(simulation.now(), name, "");
    }

    /// Lets things happen until [#pause()] is called or nothing is in flight. Kernels may still wait then; only
    /// [#drain()] takes that for a deadlock.
    public void advance() {
        simulation.advance();
    }

    /// For actions of [Pending#whenDone]: makes [#advance()] return after what happens now.
    public void pause() {
        simulation.pause();
    }

    /// Lets everything in flight happen.
    public void drain() {
        simulation.drain();
    }

    // What happened

    public MachineStatistics statistics() {
        return MachineStatistics.of(simulation);
    }

    /// The chain of work that what the host knew at a time could not be without; empty if the machine is not
    /// [traced][MachineOptions#traced], or the host learnt nothing at that moment.
    ///
    /// @param fromPs where the chain begins
    public Optional<CriticalPath> criticalPath(long fromPs, long toPs) {
        Trail trail = simulation.trail();
        Step last = trail == null ? null : trail.knownAt(toPs);
        return last == null
                ? Optional.empty()
                : Optional.of(CriticalPath.of(last, fromPs, toPs, Units::ceilPicoseconds));
    }

    /// Whether the machine is traced with a limit, and the run had more steps.
    public boolean gaveUpTracing() {
        return simulation.gaveUpTracing();
    }

    /// How much later each step could have ended without what happened until a time ending later; empty unless all
    /// steps are kept.
    public Optional<Slack> slack(long endPs) {
        Trail trail = simulation.trail();
        return trail == null || !trail.keepsAll()
                ? Optional.empty()
                : Optional.of(Slack.of(trail, Units.ofPicoseconds(endPs), Units::ceilPicoseconds));
    }

    /// Begins counting busy times and bytes anew; events and the trace hash continue.
    public void resetStatistics() {
        simulation.resetStatistics();
    }

    /// The fabric's route between two endpoints, for predicting times by hand.
    public Route route(Endpoint from, Endpoint to) {
        return simulation.route(from, to);
    }

    /// The queues of a PE as they are now; empty if none are installed.
    public List<String> queueState(Place place) {
        check(place);
        return simulation.pe(place).queues().all().stream()
                .flatMap(queues -> queues.pairs().stream())
                .map(Object::toString)
                .toList();
    }

    private boolean exists(Place place) {
        Topology topology = topology();
        return place.sip() < topology.sips() && place.cube() < topology.cubes() && place.pe() < topology.pesPerCube();
    }

    private void check(Place place) {
        if (!exists(place)) {
            Topology topology = topology();
            throw Errors.noSuchPlace(
                    place,
                    topology.sips() + " SIPs of " + topology.cubes() + " cubes of " + topology.pesPerCube() + " PEs");
        }
    }

    private void check(PeSet where) {
        where.places().forEach(this::check);
    }

    @Override
    public void close() {
        simulation.close();
    }
}
