package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import sectile.compiler.Compiler;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topology;

/// Compiles a program for every target, each pass verified and validated, and runs what comes of it on the machine.
final class CompiledAlike {
    private CompiledAlike() {}

    static void check(Program program, Run run, Topology topology, long seed, String replay) {
        Outcome expected = new Interpreter(program).run(run);
        for (Target target : Targets.all()) {
            Program compiled = Compiler.compile(
                            program,
                            target,
                            PassListener.all(List.of(new VerifyEach(), new ValidateEach(target, seed))))
                    .program();
            try (Machine machine = Machine.open(topology)) {
                Outcome actual =
                        SimulatedRun.of(compiled, run).asWritten().on(machine).outcome();
                expected.outputs()
                        .forEach((name, want) -> assertThat(actual.output(name).equals(want))
                                .as("%s for %s: %s", replay, target.name(), name)
                                .isTrue());
            }
        }
    }
}
