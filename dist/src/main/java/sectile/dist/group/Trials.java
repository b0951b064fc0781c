package sectile.dist.group;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.BusBandwidth;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Team;
import sectile.dist.limit.LowerBound;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Tensors;
import sectile.dist.worker.SpawnException;
import sectile.dist.worker.Workers;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;

/// Finds the fastest algorithm for a call by running it on machines like this one, without values.
///
/// Costs inside a SIP, shared links and the order in which messages come are all in such a run, so that what is fastest
/// there is fastest here.
final class Trials {
    /// An algorithm this near to the bound need not be compared with others.
    private static final double CLOSE_ENOUGH = 0.995;
    /// Trials of more ranks than this take longer than they are worth.
    private static final int MOST_RANKS = 256;
    /// What installing queues takes at most, in picoseconds; it is not part of the time of a collective.
    private static final long INSTALLING_PS = 2_000_000_000L;

    private final Backend backend;
    private final Team team;
    private final List<Integer> ranks;
    private final Map<Asked, String> known = new HashMap<>();

    /// @param number of the call, where the answer depends on when it comes
    private record Asked(Call call, long number) {}

    Trials(Backend backend, Team team, List<Integer> ranks) {
        this.backend = backend;
        this.team = team;
        this.ranks = ranks;
    }

    /// @param call with the algorithm that was asked for
    /// @param number of the call
    /// @param registries that have it ready for the team
    String fastest(Call call, long number, Operands operands, Registries registries) {
        long differs = team.machine().wires().failLater() ? number : 0;
        return known.computeIfAbsent(new Asked(call, differs), asked -> find(asked.call, operands, registries));
    }

    private String find(Call call, Operands operands, Registries registries) {
        Optional<DeviceTensor> input = operands.input();
        if (input.isEmpty() || team.size() < 2 || team.size() > MOST_RANKS || call.elements() == 0) {
            return call.algorithm();
        }
        String fastest = call.algorithm();
        long least = time(call, fastest, operands, registries, Long.MAX_VALUE).orElse(Long.MAX_VALUE);
        if (least * CLOSE_ENOUGH <= bound(call)) {
            return fastest;
        }
        CclConfig builtin = CclConfig.builtin();
        Set<AlgorithmSettings> tried = new HashSet<>();
        for (String name : new Choice(backend, team).accepting(call.collective(), input.get())) {
            AlgorithmSettings settings = backend.config().algorithm(name);
            boolean known = builtin.algorithms().containsKey(name)
                    && builtin.algorithm(name).kernel().equals(settings.kernel());
            // Entries that differ by name alone are for different collectives.
            boolean isOther = known && !name.equals(call.algorithm());
            if (isOther && isWorthTrying(settings, registries) && tried.add(settings.anonymous())) {
                long time = time(call, name, operands, registries, least).orElse(Long.MAX_VALUE);
                fastest = time < least ? name : fastest;
                least = Math.min(time, least);
            }
        }
        return fastest;
    }

    private boolean isWorthTrying(AlgorithmSettings settings, Registries registries) {
        return registries.algorithms().find(settings.kernel(), settings.span()).isWorthTrying(team);
    }

    private long bound(Call call) {
        boolean first =
                team.sips().equals(IntStream.range(0, team.size()).boxed().toList());
        long bytes = BusBandwidth.size(call.collective(), call.dtype().bytesFor(call.elements()), team.size());
        return first && call.root() == 0
                ? LowerBound.certificate(
                                team.machine(),
                                team.size(),
                                call.collective(),
                                bytes,
                                backend.machine().nowPs())
                        .boundPs()
                : 0;
    }

    /// How long an algorithm takes; nothing if it cannot do it, or not in time.
    ///
    /// @param inTime in picoseconds
    private OptionalLong time(Call call, String algorithm, Operands operands, Registries registries, long inTime) {
        Deadline deadline = new Deadline(ranks.size());
        try (Machine machine = backend.machine().openTwin()) {
            Workers workers = new Workers(machine);
            Backend twin = new Backend(workers, backend.config(), registries);
            Meeting meeting = Meeting.withoutTrials(twin, team, ranks);
            workers.onFailure(meeting::reset);
            Map<Integer, Operands> tensors = new HashMap<>();
            int workersNeeded = ranks.stream().mapToInt(rank -> rank + 1).max().orElse(0);
            workers.spawn(workersNeeded, rank -> {
                int own = ranks.indexOf(rank);
                if (own >= 0) {
                    workers.device(team.sip(own));
                    tensors.put(rank, operands.like(new Tensors(workers, Space.HBM)));
                }
            });
            long ago = backend.machine().nowPs() - machine.nowPs();
            if (ago > 0 && team.machine().wires().failLater()) {
                // Links fail there when they do here.
                machine.submitDelay(ago);
                machine.drain();
            }
            deadline.set(machine, inTime);
            workers.spawn(workersNeeded, rank -> {
                int own = ranks.indexOf(rank);
                if (own >= 0) {
                    workers.device(team.sip(own));
                    meeting.join(
                                    call.collective(),
                                    call.op(),
                                    call.root(),
                                    Objects.requireNonNull(tensors.get(rank)),
                                    Optional.of(algorithm))
                            .await();
                    deadline.waiting--;
                }
            });
            return meeting.lastTiming().stream()
                    .mapToLong(timing -> timing.times().latencyPs())
                    .findFirst();
        } catch (DiagnosticException cannot) {
            backend.machine().limits().check(Span.none());
            return OptionalLong.empty();
        } catch (SpawnException cannot) {
            if (deadline.passed) {
                return OptionalLong.empty();
            }
            if (cannot.forUsers() instanceof DiagnosticException) {
                backend.machine().limits().check(Span.none());
                return OptionalLong.empty();
            }
            throw cannot;
        }
    }

    /// Ends a trial when another algorithm has been faster already.
    private static final class Deadline {
        /// Ranks that are not done.
        private int waiting;

        private boolean passed;

        Deadline(int ranks) {
            waiting = ranks;
        }

        void set(Machine machine, long inTime) {
            if (inTime < Long.MAX_VALUE / 2) {
                machine.submitDelay(inTime + INSTALLING_PS).whenDone(this::pass);
            }
        }

        private void pass() {
            if (waiting > 0) {
                passed = true;
                throw new IllegalStateException("another algorithm is faster");
            }
        }
    }
}
