package sectile.dist.group;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.CclErrors;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.ccl.Team;
import sectile.dist.tensor.DeviceTensor;
import sectile.sim.machine.Pending;
import sectile.sim.machine.Sip;

/// Where the ranks of a group meet: each call joins the earliest collective its rank is not yet done with, all
/// ranks' calls are compared, and each rank's kernels are launched as soon as it has joined.
final class Meeting {
    private final Backend backend;
    private final Team team;
    private final List<Integer> ranks;
    private final Map<Integer, Long> calls = new TreeMap<>();
    private final SequencedMap<Long, Epoch> epochs = new LinkedHashMap<>();
    private final SequencedMap<String, Communicator> communicators = new LinkedHashMap<>();
    private final Map<Collective, Long> counts = new EnumMap<>(Collective.class);
    /// What a caller outside all workers has asked for, until it has for all ranks.
    private final List<Runnable> outsideStarts = new ArrayList<>();

    private final Optional<Trials> trials;
    /// With the algorithms that are ready for this team.
    private Registries registries;

    private @Nullable CollectiveTiming lastTiming;

    /// @param ranks of the world, by rank of the group
    Meeting(Backend backend, Team team, List<Integer> ranks) {
        this(backend, team, ranks, Optional.of(new Trials(backend, team, List.copyOf(ranks))));
    }

    private Meeting(Backend backend, Team team, List<Integer> ranks, Optional<Trials> trials) {
        this.backend = backend;
        this.team = team;
        this.ranks = List.copyOf(ranks);
        this.trials = trials;
        this.registries = backend.registries();
    }

    /// One in which every call is carried out by the algorithm that it names.
    static Meeting withoutTrials(Backend backend, Team team, List<Integer> ranks) {
        return new Meeting(backend, team, ranks, Optional.empty());
    }

    Team team() {
        return team;
    }

    List<Integer> ranks() {
        return ranks;
    }

    List<Sip> devices() {
        return team.sips().stream().map(backend.workers().devices()::get).toList();
    }

    Optional<CollectiveTiming> lastTiming() {
        return Optional.ofNullable(lastTiming);
    }

    /// How many of each collective are over.
    Map<Collective, Long> counts() {
        return counts;
    }

    int ownRank() {
        int own = ranks.indexOf(backend.workers().rank());
        if (own < 0) {
            throw GroupErrors.notAMember(backend.workers().rank(), team.name(), ranks);
        }
        return own;
    }

    /// An algorithm made ready for this group.
    Communicator communicator(String algorithm) {
        return communicators.computeIfAbsent(algorithm, name -> {
            AlgorithmSettings settings = backend.config().algorithm(name);
            return Communicator.open(backend, prepared(settings), team, settings);
        });
    }

    /// What can be named, with an algorithm that takes long to prepare for a team made ready once.
    private Registries prepared(AlgorithmSettings settings) {
        Algorithm found = registries.algorithms().find(settings.kernel(), settings.span());
        if (trials.isPresent() && found.isTriedAgainstOthers()) {
            Algorithm ready = found.forTeam(team, registries.mapper(settings), settings);
            registries = ready == found ? registries : registries.with(settings.kernel(), ready);
        }
        return registries;
    }

    /// The same call by what turns out to be the fastest, if the algorithm it names stands for that.
    private Call resolved(Call call, long number, Operands operands) {
        if (trials.isEmpty() || call.algorithm().equals(CclConfig.AUTO)) {
            return call;
        }
        AlgorithmSettings settings = backend.config().algorithm(call.algorithm());
        Algorithm algorithm = registries.algorithms().find(settings.kernel(), settings.span());
        boolean tried =
                algorithm.isTriedAgainstOthers() && algorithm.collectives().contains(call.collective());
        return tried ? call.by(trials.get().fastest(call, number, operands, prepared(settings))) : call;
    }

    Work join(Collective collective, ReduceOp op, int root, Operands operands, Optional<String> wanted) {
        boolean outside = !backend.workers().isInside() && team.size() > 1;
        if (outside && operands.input().isEmpty()) {
            // A barrier: the one caller arrives for all ranks.
            Work last = join(0, collective, op, root, operands, wanted, true);
            for (int rank = 1; rank < team.size(); rank++) {
                last = join(rank, collective, op, root, operands, wanted, true);
            }
            return last;
        }
        int rank = outside ? rankOutside(operands) : ownRank();
        return join(rank, collective, op, root, operands, wanted, outside);
    }

    private Work join(
            int rank,
            Collective collective,
            ReduceOp op,
            int root,
            Operands operands,
            Optional<String> wanted,
            boolean outside) {
        operands.all().forEach(tensor -> checkDevice(rank, tensor));
        String algorithm = new Choice(backend, team).algorithm(collective, wanted, operands);
        DType dtype = operands.input().map(DeviceTensor::dtype).orElse(DType.I32);
        long elements =
                operands.input().map(tensor -> tensor.shape().elements()).orElse(0L);
        Call named = new Call(collective, op, dtype, elements, root, algorithm, operands.spread());
        Call call = resolved(named, calls.getOrDefault(rank, 1L), operands);
        Epoch epoch = enter(rank, call);
        Work work = new Work(backend.workers(), epoch);
        if (outside) {
            epoch.join(rank, work);
            operands.all().forEach(tensor -> tensor.dependOn(work));
            outsideStarts.add(() -> start(work, epoch, rank, operands));
            if (epoch.missing().isEmpty()) {
                List<Runnable> all = List.copyOf(outsideStarts);
                outsideStarts.clear();
                all.forEach(Runnable::run);
            }
        } else {
            start(work, epoch, rank, operands);
        }
        return work;
    }

    /// One caller that speaks for all ranks speaks for the one whose device holds the tensor. The collective runs when
    /// it has spoken for the last one: kernels that wait for others would keep it from going on.
    private int rankOutside(Operands operands) {
        DeviceTensor tensor = operands.input().orElseThrow();
        int rank = team.sips().indexOf(tensor.sip());
        if (rank < 0) {
            throw GroupErrors.outsideDevice(team.name(), team.sips(), tensor.sip());
        }
        return rank;
    }

    private void checkDevice(int rank, DeviceTensor tensor) {
        if (tensor.sip() != team.sip(rank)) {
            throw GroupErrors.wrongDevice(ranks.get(rank), team.sip(rank), tensor.sip());
        }
    }

    private Epoch enter(int rank, Call call) {
        long number = calls.getOrDefault(rank, 1L);
        Epoch open = epochs.get(number);
        if (open != null && open.hasJoined(rank)) {
            throw GroupErrors.joinedTwice(ranks.get(rank), open);
        }
        if (open != null && !open.call().equals(call)) {
            throw GroupErrors.differentCall(ranks.get(rank), call, open);
        }
        return epochs.computeIfAbsent(number, n -> new Epoch(team.name(), n, call, ranks.get(rank), ranks));
    }

    private void start(Work work, Epoch epoch, int rank, Operands operands) {
        Call call = epoch.call();
        boolean empty = call.collective() != Collective.BARRIER && call.elements() == 0;
        if (empty) {
            work.whenDone(() -> finished(epoch, rank));
            epoch.join(rank, work);
            work.finish();
            return;
        }
        Communicator communicator = communicator(call.algorithm());
        if (!communicator.algorithm().collectives().contains(call.collective())) {
            throw CclErrors.wrongCollective(
                    communicator.settings(),
                    call.collective(),
                    communicator.algorithm().collectives());
        }
        operands.all().forEach(tensor -> checkLayout(communicator, call.collective(), tensor));
        operands.mismatch().ifPresent(mismatch -> {
            throw GroupErrors.spreadDifferently(call.collective(), mismatch);
        });
        communicator.segment(call.dtype());
        work.whenDone(() -> finished(epoch, rank));
        epoch.join(rank, work);
        operands.all().forEach(tensor -> tensor.dependOn(work));
        Pending installed = communicator.installed();
        installed.whenDone(() -> work.launched(communicator.launch(call, rank, operands)));
    }

    private void checkLayout(Communicator communicator, Collective collective, DeviceTensor tensor) {
        communicator.objection(tensor).ifPresent(objection -> {
            List<String> others = new Choice(backend, team).accepting(collective, tensor);
            throw GroupErrors.wrongLayout(communicator.settings().name(), objection, others);
        });
    }

    /// A rank is done with its collective; the last one closes it.
    private void finished(Epoch epoch, int rank) {
        calls.merge(rank, 2L, (old, two) -> old + 1);
        if (epoch.oneDone()) {
            epochs.values().remove(epoch);
            counts.merge(epoch.call().collective(), 1L, Long::sum);
            if (epoch.call().elements() > 0 || epoch.call().collective() == Collective.BARRIER) {
                lastTiming = new CollectiveTiming(
                        epoch.call().collective(),
                        epoch.call().algorithm(),
                        epoch.call().elements(),
                        epoch.timing());
            }
        }
    }

    /// Why a waiting rank waits in vain, by rank of the world.
    Map<Integer, RuntimeException> explain(Map<Integer, Pending> waiting, List<Integer> ended) {
        Map<Integer, RuntimeException> reasons = new TreeMap<>();
        for (Epoch epoch : epochs.values()) {
            for (int rank : epoch.missing()) {
                if (ended.contains(rank)) {
                    reasons.put(rank, GroupErrors.endedWithoutJoining(rank, epoch));
                }
            }
        }
        return reasons;
    }

    /// What waiting ranks report when no rank has ended without joining.
    Map<Integer, RuntimeException> explainWaiting(Map<Integer, Pending> waiting) {
        Map<Integer, RuntimeException> reasons = new TreeMap<>();
        waiting.forEach((rank, pending) -> {
            if (pending instanceof Work work
                    && epochs.containsValue(work.epoch())
                    && !work.epoch().missing().isEmpty()) {
                List<Integer> absent = work.epoch().missing().stream()
                        .filter(other -> !waiting.containsKey(other))
                        .toList();
                reasons.put(
                        rank,
                        absent.isEmpty()
                                ? GroupErrors.waitsInVain(rank, work.epoch())
                                : GroupErrors.notStarted(rank, work.epoch(), absent));
            }
        });
        return reasons;
    }

    /// Forgets what was in flight. Queues that may hold payloads that no rank will take are removed.
    void reset() {
        if (!epochs.isEmpty()) {
            close();
        }
        epochs.values().forEach(Epoch::abandon);
        epochs.clear();
        calls.clear();
        outsideStarts.clear();
    }

    void close() {
        communicators.values().forEach(Communicator::close);
        communicators.clear();
    }
}
