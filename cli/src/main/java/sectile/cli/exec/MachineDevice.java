package sectile.cli.exec;

import java.util.Optional;
import java.util.function.Supplier;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.simulated.SimulatedRun;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topology;

/// A simulated machine as one device: a rank is a SIP, every run has a machine of its own, and time is simulated.
final class MachineDevice implements ProgramDevice {
    private static final double PS_PER_NS = 1000;

    private final Supplier<Topology> topology;

    MachineDevice(Supplier<Topology> topology) {
        this.topology = topology;
    }

    @Override
    public DeviceId id() {
        return new DeviceId("machine", 0);
    }

    @Override
    public String architecture() {
        return "simulated";
    }

    @Override
    public String description() {
        return "a simulated machine of " + topology.get().sips() + " SIPs";
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.empty();
    }

    @Override
    public boolean hasSimulatedTime() {
        return true;
    }

    @Override
    public LoadedProgram load(Program program) {
        return new LoadedProgram() {
            @Override
            public Outcome run(Run run) {
                return timed(run).outcome();
            }

            @Override
            public Timed timed(Run run) {
                try (Machine machine =
                        Machine.open(topology.get(), MachineOptions.standard().within(run.limits()))) {
                    SimulatedRun.Result result = SimulatedRun.of(program, run).on(machine);
                    return new Timed(result.outcome(), result.latencyPs() / PS_PER_NS);
                }
            }

            @Override
            public void close() {
                // A machine lives as long as a run.
            }
        };
    }

    @Override
    public void close() {
        // A machine lives as long as a run.
    }
}
