package sectile.sim.workload;

import java.util.List;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.MachineStatistics;

/// What a workload found.
///
/// @param phases what was launched and how long it took; the last one is what the workload is about
/// @param checked values compared with the reference, 0 when none were computed
/// @param wrong values that differ
/// @param statistics of the phases, without the copying of inputs
public record WorkloadResult(List<Phase> phases, long checked, long wrong, MachineStatistics statistics) {
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
