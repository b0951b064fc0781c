package sectile.report.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.SourceFile;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineStatistics;
import sectile.sim.topology.CutMark;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Figure;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;
import sectile.sim.workload.WorkloadResult.Phase;
import sectile.sim.workload.WrongValue;

/// What a run found, as summary and report show it.
///
/// @param phases one after the other
/// @param data whether values were computed
/// @param checked values compared with a reference
/// @param wrongValues the first values that differ from it
/// @param figures what else there is to know
/// @param wall the real time it took, if that was measured
/// @param sources the texts that kernels were read from
/// @param results the arrays that a program or kernel computed
/// @param cut the links that limit it, however it is done
/// @param why what the latency consists of, if that was noted
/// @param recorded what launches, phases, lines and messages did, if that was recorded
public record Outcome(
        String workload,
        Topology topology,
        List<Phase> phases,
        boolean data,
        long seed,
        long checked,
        long wrong,
        List<WrongValue> wrongValues,
        MachineStatistics statistics,
        List<Figure> figures,
        Optional<Duration> wall,
        List<SourceFile> sources,
        Optional<Results> results,
        CutMark cut,
        Optional<Why> why,
        Recorded recorded) {
    public Outcome {
        phases = List.copyOf(phases);
        wrongValues = List.copyOf(wrongValues);
        figures = List.copyOf(figures);
        sources = List.copyOf(sources);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a run without a launch");
        }
    }

    /// The outcome of a workload that computed values, without the real time it took.
    public static Outcome of(Workload workload, Topology topology, WorkloadResult result, long seed) {
        return of(workload, topology, result, true, seed, Optional.empty(), Optional.empty());
    }

    public static Outcome of(
            Workload workload,
            Topology topology,
            WorkloadResult result,
            boolean data,
            long seed,
            Optional<Duration> wall,
            Optional<Results> results) {
        return new Outcome(
                workload.name(),
                topology,
                result.phases(),
                data,
                seed,
                result.checked(),
                result.wrong(),
                result.wrongValues(),
                result.statistics(),
                result.figures(),
                wall,
                workload.sources(),
                results,
                result.cut(),
                Optional.empty(),
                Recorded.NOTHING);
    }

    /// The same with what the machine noted of why it took as long as it did; the machine is still open.
    public Outcome explainedBy(Machine machine) {
        return with(Why.of(this, machine), recorded);
    }

    /// The same with what its launches, phases, lines and messages did.
    public Outcome recordedIn(Recording recording) {
        return with(why, Recorded.of(this, recording));
    }

    private Outcome with(Optional<Why> newWhy, Recorded newRecorded) {
        return new Outcome(
                workload,
                topology,
                phases,
                data,
                seed,
                checked,
                wrong,
                wrongValues,
                statistics,
                figures,
                wall,
                sources,
                results,
                cut,
                newWhy,
                newRecorded);
    }

    /// What its launches and phases did; of a run that was not recorded only the launch, if it is the only one.
    List<PhaseTime> times() {
        return recorded.phases().isEmpty() ? PhaseTime.of(this) : recorded.phases();
    }

    public boolean ok() {
        return wrong == 0 && results.map(Results::ok).orElse(true);
    }

    /// A time in which at least one phase was under way.
    record Span(long fromPs, long toPs) {
        long lengthPs() {
            return toPs - fromPs;
        }
    }

    /// When phases were under way; one phase may be a part of another, as those of a host program are.
    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        phases.stream()
                .map(phase ->
                        new Span(phase.result().submittedPs(), phase.result().completedPs()))
                .sorted(Comparator.comparingLong(Span::fromPs))
                .forEach(span -> {
                    if (!spans.isEmpty() && span.fromPs < spans.getLast().toPs) {
                        Span last = spans.removeLast();
                        spans.add(new Span(last.fromPs, Math.max(last.toPs, span.toPs)));
                    } else {
                        spans.add(span);
                    }
                });
        return spans;
    }

    /// From the host's call to the host's knowledge of the end, of all phases together; the times of engines and links
    /// are compared with it.
    public long latencyPs() {
        return spans().stream().mapToLong(Span::lengthPs).sum();
    }

    /// A time as a part of the measured time. More than 1 is possible: messages may still be in flight when the host
    /// learns of the end.
    public double part(long ps) {
        return latencyPs() == 0 ? 0 : (double) ps / latencyPs();
    }

    /// When the host submitted the first launch.
    long submittedPs() {
        return phases.stream()
                .mapToLong(phase -> phase.result().submittedPs())
                .min()
                .orElseThrow();
    }

    /// When the host knew of the end of the last launch.
    long completedPs() {
        return phases.stream()
                .mapToLong(phase -> phase.result().completedPs())
                .max()
                .orElseThrow();
    }

    /// Events per second of real time, if that was measured.
    public Optional<Double> eventsPerSecond() {
        return wall.filter(time -> !time.isZero()).map(time -> statistics.events() / (time.toNanos() / 1e9));
    }
}
