package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.symbol.Marks;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// What a host function saves on the simulated machine if its tensors are on the devices before it is called.
class MarkedArgumentsTest {
    private static final int RANKS = 4;

    private static SimulatedRun.Result run(Program program) {
        Run run = Programs.run(program.function("host"), RANKS, 7);
        try (Machine machine = Machine.open(Topologies.preset("small", List.of("system.sips.count=" + RANKS)))) {
            return SimulatedRun.of(program, run).on(machine);
        }
    }

    @Test
    void nothingIsCopiedToTheDevicesAndTheMarksSurviveCompilation() {
        Program plain = Programs.example("all_reduce.py");
        Function host = plain.function("host");
        Function marked = host.withParams(host.params().stream()
                .map(param -> param.withMarks(new Marks(true, false)))
                .toList());
        Program program = plain.withFunctions(plain.functions().stream()
                .map(function -> function == host ? marked : function)
                .toList());
        SimulatedRun.Result copied = run(plain);
        SimulatedRun.Result there = run(program);
        assertThat(there.latencyPs()).isLessThan(copied.latencyPs());
        assertThat(there.outcome().outputs()).isEqualTo(copied.outcome().outputs());
        assertThat(MachinePrograms.lowered(program, "host", Topologies.preset("small", List.of()))
                        .function("host")
                        .params())
                .allMatch(param -> param.marks().onDevice());
    }
}
