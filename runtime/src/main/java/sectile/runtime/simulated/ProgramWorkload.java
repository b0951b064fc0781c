package sectile.runtime.simulated;

import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import sectile.base.array.NdArray;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.sim.Place;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// A tile program as a workload: it runs on the machine, and every output is compared with the interpreter's.
public final class ProgramWorkload implements Workload {
    private final Program reference;
    private final SimulatedRun simulated;
    private final Consumer<SequencedMap<String, NdArray>> whenDone;

    /// @param reference the program as it was written, for the interpreter
    /// @param whenDone gets the outputs
    public ProgramWorkload(
            Program reference, SimulatedRun simulated, Consumer<SequencedMap<String, NdArray>> whenDone) {
        this.reference = reference;
        this.simulated = simulated;
        this.whenDone = whenDone;
    }

    @Override
    public String name() {
        return simulated.run().entry();
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        Run run = simulated.run();
        SimulatedRun.Result result = simulated.on(machine);
        Outcome expected = new Interpreter(reference).run(run);
        var check = new ValueCheck();
        // An output belongs to the program as a whole, which begins at the first PE.
        var first = new Place(0, 0, 0);
        expected.outputs().forEach((name, want) -> {
            NdArray got = result.outcome().output(name);
            var where = new ValueCheck.Result(name, first);
            check.compareBits(where, got, want, at -> ValueCheck.position(want.shape(), at));
        });
        whenDone.accept(result.outcome().outputs());
        String detail = run.ranks() + (run.ranks() == 1 ? " rank" : " ranks");
        var times = new LaunchResult(result.startPs(), result.endPs(), result.firstBlockPs(), result.lastBlockPs());
        return new WorkloadResult(
                List.of(new WorkloadResult.Phase(run.entry(), detail, times)), check, machine.statistics());
    }
}
