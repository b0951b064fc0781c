package sectile.cli.exec;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import sectile.base.array.NdArray;
import sectile.base.limit.Limits;
import sectile.interp.Outcome;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.simulated.SimulatedRun;
import sectile.script.launch.KernelRun;
import sectile.script.launch.KernelWorkload;
import sectile.script.launch.OutputCheck;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;

/// The simulated machine, for values; `sectile run` adds time.
final class MachineExecutor implements Executor {
    @Override
    public String name() {
        return "machine";
    }

    @Override
    public String summary() {
        return "the simulated machine";
    }

    @Override
    public boolean usesMachine() {
        return true;
    }

    @Override
    public Optional<OfPrograms> programs() {
        return Optional.of((program, run, request) -> execute(SimulatedRun.of(program, run), request.machine()));
    }

    @Override
    public Optional<OfPrograms> programsAsWritten() {
        return Optional.of(
                (program, run, request) -> execute(SimulatedRun.of(program, run).asWritten(), request.machine()));
    }

    private static Outcome execute(SimulatedRun simulated, Supplier<Topology> topology) {
        var options = MachineOptions.standard().within(simulated.run().limits());
        try (Machine machine = Machine.open(topology.get(), options)) {
            return simulated.on(machine).outcome();
        }
    }

    @Override
    public Optional<ProgramDevice> open(DeviceRequest request) {
        return Optional.of(new MachineDevice(request.machine()));
    }

    @Override
    public Optional<OfKernels> kernels() {
        return Optional.of(MachineExecutor::launch);
    }

    private static SequencedMap<String, NdArray> launch(
            KernelRun run, Topology topology, QueueConfig queues, long seed, Limits limits) {
        SequencedMap<String, NdArray> outputs = new LinkedHashMap<>();
        OutputCheck keep = found -> {
            outputs.putAll(found);
            return new ValueCheck();
        };
        try (Machine machine = Machine.open(topology, MachineOptions.standard().within(limits))) {
            new KernelWorkload(run, queues, keep).run(machine, seed);
        }
        return outputs;
    }
}
