package sectile.runtime.predict;

import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.simulated.SimulatedRun;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topology;

/// How long a program should take on a CPU.
///
/// @param simulatedNs on the simulated machine
/// @param startNs to start a program at all, which the machine does not have
public record Prediction(double simulatedNs, double startNs) {
    private static final double PS_PER_NS = 1000;

    /// Simulates a program on the machine of a model.
    ///
    /// @param footprint the bytes of its arguments and results
    /// @throws sectile.base.diag.DiagnosticException when the machine cannot run it
    public static Prediction of(Program program, Run run, HostModel model, long footprint) {
        Topology topology = model.topology(run.ranks(), footprint);
        try (Machine machine = Machine.open(topology, MachineOptions.standard().within(run.limits()))) {
            double latency = SimulatedRun.of(program, run).on(machine).latencyPs() / PS_PER_NS;
            return new Prediction(latency, model.startNs());
        }
    }

    /// The whole time.
    public double nanoseconds() {
        return simulatedNs + startNs;
    }
}
