package sectile.sim.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.MachineStatistics;

/// What a workload found.
///
/// @param phases what was launched and how long it took; the last one is what the workload is about
/// @param checked values compared with the reference, 0 when none were computed
/// @param wrong values that differ
/// @param statistics of the phases, without the copying of inputs
/// @param facts what else there is to know, by name: numbers (`Long`, `Double`) and words (`String`)
public record WorkloadResult(
        List<Phase> phases,
        long checked,
        long wrong,
        MachineStatistics statistics,
        SequencedMap<String, Object> facts) {
    public WorkloadResult {
        phases = List.copyOf(phases);
        facts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(facts));
    }

    public WorkloadResult(List<Phase> phases, long checked, long wrong, MachineStatistics statistics) {
        this(phases, checked, wrong, statistics, new LinkedHashMap<>());
    }

    /// One launch.
    ///
    /// @param detail what a reader should know of it, like its shape
    public record Phase(String name, String detail, LaunchResult result) {}

    public LaunchResult main() {
        return phases.getLast().result();
    }

    public boolean ok() {
        return wrong == 0;
    }
}
