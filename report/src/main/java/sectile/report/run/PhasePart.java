package sectile.report.run;

import java.util.ArrayList;
import java.util.List;
import sectile.sim.machine.LaunchResult;
import sectile.sim.workload.WorkloadResult.Phase;

/// A part of a phase on the time of the host: the launch on its way to the PEs, their execution, the completions on
/// their way back. Times count from the submission of the first launch.
record PhasePart(String name, long startPs, long endPs) {
    static List<PhasePart> of(Outcome outcome) {
        long origin = outcome.submittedPs();
        List<PhasePart> parts = new ArrayList<>();
        for (Phase phase : outcome.phases()) {
            LaunchResult times = phase.result();
            add(parts, "launch", times.submittedPs() - origin, times.firstStartPs() - origin);
            add(parts, "PE execution", times.firstStartPs() - origin, times.lastEndPs() - origin);
            add(parts, "completion", times.lastEndPs() - origin, times.completedPs() - origin);
        }
        return parts;
    }

    private static void add(List<PhasePart> parts, String name, long startPs, long endPs) {
        if (endPs > startPs) {
            parts.add(new PhasePart(name, startPs, endPs));
        }
    }

    long lengthPs() {
        return endPs - startPs;
    }
}
