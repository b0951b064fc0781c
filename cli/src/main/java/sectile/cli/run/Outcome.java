package sectile.cli.run;

import java.util.List;
import java.util.SequencedMap;
import sectile.sim.machine.MachineStatistics;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult.Phase;

/// What a run found, as the summary shows it.
///
/// @param phases the last one is what the run is about
/// @param checked values compared with a reference
/// @param facts what else there is to know, by name
/// @param wallNanos the real time it took
public record Outcome(
        String workload,
        Topology topology,
        List<Phase> phases,
        boolean data,
        long seed,
        long checked,
        long wrong,
        MachineStatistics statistics,
        SequencedMap<String, Object> facts,
        long wallNanos) {
    public Outcome {
        phases = List.copyOf(phases);
    }

    public boolean ok() {
        return wrong == 0;
    }

    /// From the host's call to the host's knowledge of the end, in the last phase.
    public long latencyPs() {
        return phases.getLast().result().latencyPs();
    }

    /// All phases together, which the busy times are compared with.
    public long measuredPs() {
        return phases.stream().mapToLong(phase -> phase.result().latencyPs()).sum();
    }

    public double eventsPerSecond() {
        return statistics.events() / (wallNanos / 1e9);
    }
}
