package sectile.script.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.dist.Cluster;
import sectile.dist.group.CollectiveTiming;
import sectile.script.collective.TextAlgorithms;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.machine.LaunchResult;
import sectile.sim.workload.WorkloadResult;

/// One run of a host program: the machine it drives and what it has done so far. While a program is only read there
/// is no machine.
final class Session {
    private final @Nullable Cluster cluster;
    private final TextAlgorithms algorithms;
    private final Consumer<String> printed;
    private final List<WorkloadResult.Phase> phases = new ArrayList<>();
    private Optional<CollectiveTiming> lastCollective = Optional.empty();

    Session(@Nullable Cluster cluster, TextAlgorithms algorithms, Consumer<String> printed) {
        this.cluster = cluster;
        this.algorithms = algorithms;
        this.printed = printed;
    }

    Cluster cluster() {
        if (cluster == null) {
            throw noMachine();
        }
        return cluster;
    }

    private static DiagnosticException noMachine() {
        return Problems.at(
                Span.none(),
                TextCode.CONSTANT_USES_MACHINE,
                "a constant of the file uses the machine",
                "do it in run(torch), which is called when the machine is there");
    }

    TextAlgorithms algorithms() {
        return algorithms;
    }

    Consumer<String> printed() {
        return printed;
    }

    void launched(String name, String detail, LaunchResult result) {
        phases.add(new WorkloadResult.Phase(name, detail, result));
    }

    /// Takes the last collective that is over into the list, once.
    void collectiveDone() {
        Optional<CollectiveTiming> timing = cluster().distributed().lastTiming();
        if (timing.isPresent() && !timing.equals(lastCollective)) {
            lastCollective = timing;
            CollectiveTiming last = timing.get();
            launched(last.collective().text(), last.algorithm(), last.times());
        }
    }

    List<WorkloadResult.Phase> phases() {
        return List.copyOf(phases);
    }
}
