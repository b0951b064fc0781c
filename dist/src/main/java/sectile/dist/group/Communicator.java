package sectile.dist.group;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.quantity.Units;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclErrors;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.GroupTopology;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Task;
import sectile.dist.ccl.Team;
import sectile.dist.ccl.Validator;
import sectile.dist.tensor.DeviceTensor;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.machine.Launch;
import sectile.sim.machine.PeSet;
import sectile.sim.machine.Pending;

/// One algorithm ready for one group: its queues are installed, or on their way.
final class Communicator {
    /// What a queue pair takes on this host once messages have used it, with its share of routes; measured.
    private static final long BYTES_PER_QUEUE = 1700;

    private final Backend backend;
    private final Team team;
    private final AlgorithmSettings settings;
    private final Algorithm algorithm;
    private final Mapper mapper;
    private final Validator validator;
    private final InstallPlan plan;
    private final Pending installed;

    private Communicator(
            Backend backend,
            Team team,
            AlgorithmSettings settings,
            Algorithm algorithm,
            Mapper mapper,
            Validator validator,
            InstallPlan plan) {
        this.backend = backend;
        this.team = team;
        this.settings = settings;
        this.algorithm = algorithm;
        this.mapper = mapper;
        this.validator = validator;
        this.plan = plan;
        this.installed = backend.machine().submitInstall(plan);
    }

    /// Plans on the host and sends the plan on its way.
    static Communicator open(Backend backend, Registries registries, Team team, AlgorithmSettings settings) {
        Validator validator = registries.validators().find(settings.validator(), settings.span());
        Planned planned = plan(registries, team, settings, backend.machine().limits());
        return new Communicator(
                backend, team, settings, planned.algorithm(), planned.mapper(), validator, planned.plan());
    }

    /// An algorithm for the ranks of a group, and its queues.
    record Planned(Algorithm algorithm, Mapper mapper, InstallPlan plan) {}

    static Planned plan(Registries registries, Team team, AlgorithmSettings settings, Limits limits) {
        Mapper mapper = registries.mapper(settings);
        Algorithm algorithm =
                registries.algorithms().find(settings.kernel(), settings.span()).forTeam(team, mapper, settings);
        Wiring wiring = settings.topology().equals("none") || algorithm.changesTopology()
                ? algorithm.wiring(team, mapper, settings)
                : wire(registries.topologies().find(settings.topology(), settings.span()), limits, team, mapper);
        QueueConfig config = SlotSizes.config(settings.queues(), wiring, team.machine());
        return new Planned(algorithm, mapper, InstallPlan.of(team.name() + ":" + settings.name(), wiring, config));
    }

    /// Refuses queues that do not fit the memory limit before any of them is made.
    private static Wiring wire(GroupTopology topology, Limits limits, Team team, Mapper mapper) {
        long pes =
                (long) team.size() * mapper.places(team.machine(), team.sip(0)).size();
        int directions = topology.directions(team);
        String what =
                "a set of queues between " + Units.counted(pes, "PE") + " in " + Units.counted(directions, "direction");
        limits.require(pes * directions, BYTES_PER_QUEUE, what, Span.none());
        return topology.wire(team, mapper);
    }

    Pending installed() {
        return installed;
    }

    Algorithm algorithm() {
        return algorithm;
    }

    AlgorithmSettings settings() {
        return settings;
    }

    /// What is wrong with the layout of a tensor, if anything.
    Optional<String> objection(DeviceTensor tensor) {
        return validator.objection(tensor, mapper.places(team.machine(), tensor.sip()));
    }

    /// How many elements go into one payload: as many as fit a slot, a multiple of the chunk size if that fits.
    int segment(DType dtype) {
        return segment(settings, plan, dtype);
    }

    static int segment(AlgorithmSettings settings, InstallPlan plan, DType dtype) {
        long slot = plan.config().slotBytes();
        long chunk = settings.queues().chunkSize();
        long bytes = slot > chunk ? slot / chunk * chunk : slot;
        long elements = bytes / dtype.bytesFor(1);
        if (elements < 1) {
            throw CclErrors.slotTooSmall(settings, slot, dtype.text());
        }
        return Math.toIntExact(elements);
    }

    /// Launches the kernel on the PEs of one rank.
    Launch launch(Call call, int rank, Operands operands) {
        List<Place> places = operands.places(mapper.places(team.machine(), team.sip(rank)));
        long elements = places.isEmpty() ? 0 : operands.inputElements(places.getFirst());
        List<Object> extra = algorithm.extra(call.collective(), team, settings, elements, rank);
        int segment = segment(call.dtype());
        Map<Place, KernelArgs> args = new HashMap<>();
        places.forEach(place -> args.put(place, args(call, rank, operands, segment, extra, place)));
        Task task = new Task(
                call.collective(),
                elements,
                call.dtype(),
                call.root(),
                segment,
                plan.config().slots());
        return backend.device(team, rank)
                .submit(
                        algorithm.kernel(task),
                        place -> args.getOrDefault(place, KernelArgs.of()),
                        PeSet.of(places),
                        plan.set());
    }

    private KernelArgs args(Call call, int rank, Operands operands, int segment, List<Object> extra, Place place) {
        return new CollectiveArgs(
                        operands.inputAddress(place),
                        operands.inputElements(place),
                        operands.outputAddress(place),
                        call.dtype(),
                        call.op(),
                        rank,
                        team.size(),
                        segment,
                        plan.config().slots(),
                        call.root(),
                        extra)
                .toArgs();
    }

    /// Takes the queues away.
    void close() {
        backend.machine().uninstall(plan.set(), PeSet.of(plan.places()));
    }
}
