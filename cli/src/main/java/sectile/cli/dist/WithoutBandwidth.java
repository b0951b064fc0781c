package sectile.cli.dist;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.sim.machine.Machine;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// A collective that moves nothing, so that it has no bandwidth.
record WithoutBandwidth(Workload workload) implements Workload {
    @Override
    public String name() {
        return workload.name();
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        WorkloadResult result = workload.run(machine, seed);
        SequencedMap<String, Object> facts = new LinkedHashMap<>(result.facts());
        facts.keySet().removeAll(List.of("algbw_gbs", "busbw_gbs"));
        return new WorkloadResult(result.phases(), result.checked(), result.wrong(), result.statistics(), facts);
    }
}
