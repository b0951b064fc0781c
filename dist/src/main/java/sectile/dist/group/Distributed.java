package sectile.dist.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.ccl.Team;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.worker.WorkerBody;
import sectile.dist.worker.Workers;
import sectile.sim.machine.Pending;

/// All ranks, one per SIP, and the groups they form.
public final class Distributed {
    private static final List<String> BACKENDS = List.of("ahbm");

    private final Workers workers;
    private final SequencedMap<List<Integer>, Meeting> meetings = new LinkedHashMap<>();
    private @Nullable Backend backend;
    private @Nullable ProcessGroup world;
    private @Nullable ModelParallel modelParallel;

    public Distributed(Workers workers) {
        this.workers = workers;
        workers.onFailure(() -> meetings.values().forEach(Meeting::reset));
        workers.onStall(this::explain);
    }

    // The world

    /// Makes the group of all ranks with the built-in configuration.
    public void initProcessGroup(String name) {
        initProcessGroup(name, CclConfig.builtin());
    }

    public void initProcessGroup(String name, CclConfig config) {
        initProcessGroup(name, config, Registries.builtin());
    }

    /// Makes the group of all ranks, as many as its all-reduce asks for, and installs the queues of that: simulated
    /// time passes.
    public void initProcessGroup(String name, CclConfig config, Registries registries) {
        initProcessGroup(name, config, registries, config.ranks(Collective.ALL_REDUCE));
    }

    /// The same for a program that knows how many ranks it has; as many as there are SIPs if it does not. Queues are
    /// installed when they are first needed unless the all-reduce is for as many ranks.
    public void initProcessGroup(String name, CclConfig config, Registries registries, OptionalInt ranks) {
        if (!BACKENDS.contains(name)) {
            throw GroupErrors.unknownBackend(name, BACKENDS);
        }
        if (workers.isInside()) {
            throw GroupErrors.initInsideWorker(workers.rank());
        }
        if (backend != null) {
            throw GroupErrors.initialisedTwice();
        }
        int size = ranks.orElse(workers.devices().size());
        if (size > workers.devices().size()) {
            throw GroupErrors.worldTooLarge(size, workers.devices().size());
        }
        CclConfig resolved = config.resolved(
                settings -> Optional.empty(), registries.algorithms().names());
        Backend made = new Backend(workers, resolved, registries);
        List<Integer> all = IntStream.range(0, size).boxed().toList();
        Meeting meeting = new Meeting(made, new Team("world", workers.machine().topology(), all), all);
        String chosen = config.chosen().getOrDefault(Collective.ALL_REDUCE, CclConfig.AUTO);
        if (!chosen.equals(CclConfig.AUTO)
                && config.ranks(Collective.ALL_REDUCE).orElse(size) == size) {
            workers.await(meeting.communicator(chosen).installed());
        }
        meetings.put(all, meeting);
        world = new ProcessGroup(meeting);
        backend = made;
    }

    public boolean isInitialized() {
        return backend != null;
    }

    /// Takes all queues away.
    public void destroyProcessGroup() {
        backend();
        meetings.values().forEach(Meeting::close);
        meetings.clear();
        backend = null;
        world = null;
        modelParallel = null;
    }

    private Backend backend() {
        if (backend == null) {
            throw GroupErrors.notInitialised();
        }
        return backend;
    }

    /// The group of all ranks.
    public ProcessGroup world() {
        if (world == null) {
            throw GroupErrors.notInitialised();
        }
        return world;
    }

    public int worldSize() {
        return world().size();
    }

    /// The rank of the calling worker; 0 outside all workers.
    public int rank() {
        backend();
        return workers.rank();
    }

    /// A group of some ranks, in the order given. All ranks that name the same ranks get the same group.
    public ProcessGroup newGroup(List<Integer> ranks) {
        Backend shared = backend();
        boolean known = ranks.stream().allMatch(rank -> rank >= 0 && rank < worldSize());
        if (ranks.isEmpty() || !known || new HashSet<>(ranks).size() != ranks.size()) {
            throw GroupErrors.badRanks(ranks, worldSize());
        }
        return new ProcessGroup(
                meetings.computeIfAbsent(List.copyOf(ranks), members -> new Meeting(shared, team(members), members)));
    }

    private Team team(List<Integer> members) {
        String name = members.stream().map(String::valueOf).collect(Collectors.joining(","));
        return new Team("[" + name + "]", workers.machine().topology(), members);
    }

    // Models spread over ranks

    /// Cuts the world into groups of `tensorParallel` neighbouring ranks that share a model, and groups of
    /// ranks that hold the same part of it.
    public void initializeModelParallel(int tensorParallel) {
        int size = worldSize();
        if (workers.isInside()) {
            throw GroupErrors.modelParallelInsideWorker(workers.rank());
        }
        if (modelParallel != null) {
            throw GroupErrors.modelParallelTwice(modelParallel.tensorSize());
        }
        if (tensorParallel < 1 || tensorParallel > size || size % tensorParallel != 0) {
            throw GroupErrors.badTensorParallel(tensorParallel, size);
        }
        int models = size / tensorParallel;
        List<ProcessGroup> tensorGroups = IntStream.range(0, models)
                .mapToObj(model -> newGroup(IntStream.range(0, tensorParallel)
                        .mapToObj(part -> model * tensorParallel + part)
                        .toList()))
                .toList();
        List<ProcessGroup> dataGroups = IntStream.range(0, tensorParallel)
                .mapToObj(part -> newGroup(IntStream.range(0, models)
                        .mapToObj(model -> model * tensorParallel + part)
                        .toList()))
                .toList();
        modelParallel = new ModelParallel(this, tensorGroups, dataGroups);
    }

    public boolean isModelParallelInitialized() {
        return modelParallel != null;
    }

    /// The groups that [#initializeModelParallel] made.
    public ModelParallel modelParallel() {
        if (modelParallel == null) {
            throw GroupErrors.noModelParallel();
        }
        return modelParallel;
    }

    /// Forgets the groups, so that others can be made.
    public void destroyModelParallel() {
        modelParallel();
        modelParallel = null;
    }

    // What happened

    /// How many of each collective are over, of all groups since the world was made.
    public Map<Collective, Long> collectiveCounts() {
        Map<Collective, Long> all = new TreeMap<>();
        meetings.values()
                .forEach(meeting ->
                        meeting.counts().forEach((collective, count) -> all.merge(collective, count, Long::sum)));
        return all;
    }

    /// When the last collective that is over ran, of whichever group.
    public Optional<CollectiveTiming> lastTiming() {
        Optional<CollectiveTiming> last = Optional.empty();
        for (Meeting meeting : meetings.values()) {
            Optional<CollectiveTiming> here = meeting.lastTiming();
            boolean later = here.isPresent()
                    && (last.isEmpty()
                            || here.get().times().completedPs()
                                    > last.get().times().completedPs());
            last = later ? here : last;
        }
        return last;
    }

    /// Runs a body on every rank of the world.
    public void spawn(WorkerBody body) {
        workers.spawn(worldSize(), body);
    }

    /// Reports a collective that some ranks are in and others never called.
    ///
    /// @throws sectile.base.diag.DiagnosticException if there is one
    public void checkFinished() {
        List<Integer> all = IntStream.range(0, workers.devices().size()).boxed().toList();
        Map<Integer, RuntimeException> reasons = explain(Map.of(), all);
        if (!reasons.isEmpty()) {
            throw reasons.values().iterator().next();
        }
    }

    // Between two ranks

    /// Sends a tensor to another rank, which must call [#recv].
    public void send(DeviceTensor tensor, int target) {
        transfer(tensor, workers.rank(), target).await();
    }

    /// Receives a tensor of the same size and type from another rank.
    public void recv(DeviceTensor tensor, int source) {
        transfer(tensor, source, workers.rank()).await();
    }

    public Work sendAsync(DeviceTensor tensor, int target) {
        return transfer(tensor, workers.rank(), target);
    }

    public Work recvAsync(DeviceTensor tensor, int source) {
        return transfer(tensor, source, workers.rank());
    }

    private Work transfer(DeviceTensor tensor, int source, int target) {
        Backend shared = backend();
        if (source == target) {
            throw GroupErrors.toItself(source);
        }
        List<Integer> pair = List.of(source, target);
        if (source < 0 || target < 0 || Math.max(source, target) >= worldSize()) {
            throw GroupErrors.badRanks(pair, worldSize());
        }
        // A key of its own: a transfer is not a collective of a group that happens to have the same two ranks.
        List<Integer> key = new ArrayList<>(pair);
        key.addFirst(-1);
        Meeting meeting = meetings.computeIfAbsent(
                List.copyOf(key),
                ignored -> new Meeting(
                        shared,
                        new Team(source + "->" + target, workers.machine().topology(), pair),
                        pair));
        Operands operands = Operands.inPlace(tensor);
        return meeting.join(Collective.SEND_RECV, ReduceOp.SUM, 0, operands, Optional.empty());
    }

    // The world's collectives, for short

    public void allReduce(DeviceTensor tensor, ReduceOp op) {
        world().allReduce(tensor, op);
    }

    public void allGather(DeviceTensor output, DeviceTensor input) {
        world().allGather(output, input);
    }

    public void reduceScatter(DeviceTensor output, DeviceTensor input, ReduceOp op) {
        world().reduceScatter(output, input, op);
    }

    public void broadcast(DeviceTensor tensor, int root) {
        world().broadcast(tensor, root);
    }

    public void reduce(DeviceTensor tensor, int root, ReduceOp op) {
        world().reduce(tensor, root, op);
    }

    public void allToAll(DeviceTensor output, DeviceTensor input) {
        world().allToAll(output, input);
    }

    public void barrier() {
        world().barrier();
    }

    private Map<Integer, RuntimeException> explain(Map<Integer, Pending> waiting, List<Integer> ended) {
        Map<Integer, RuntimeException> reasons = new TreeMap<>();
        meetings.values().forEach(meeting -> reasons.putAll(meeting.explain(waiting, ended)));
        if (reasons.isEmpty()) {
            meetings.values().forEach(meeting -> reasons.putAll(meeting.explainWaiting(waiting)));
        }
        return reasons;
    }
}
