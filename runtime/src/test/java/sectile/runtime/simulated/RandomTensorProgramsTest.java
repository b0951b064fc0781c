package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Random programs on whole tensors compile for every target, no pass changes what they compute, and they give the same
/// bits on the interpreter and, lowered, on the machine.
///
/// `-Dsectile.programs=1000` runs as many, `-Dsectile.seed=S` begins at another seed; a failure names its own.
class RandomTensorProgramsTest {
    private static final int COUNT = Integer.getInteger("sectile.programs", 40);
    private static final long FIRST = Long.getLong("sectile.seed", 1);

    @Test
    void everyPassKeepsWhatTheyCompute() {
        Topology topology = Topologies.preset("small");
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            String text = RandomTensorPrograms.draw(seed);
            String replay = "-Dsectile.programs=1 -Dsectile.seed=" + seed + "\n" + text;
            try {
                check(Programs.parse(text), topology, seed, replay);
            } catch (RuntimeException e) {
                throw new AssertionError(replay, e);
            }
        }
    }

    private static void check(Program program, Topology topology, long seed, String replay) {
        Run run = Programs.run(program.function("main"), 1, seed);
        CompiledAlike.check(program, run, topology, seed, replay);
        Outcome expected = new Interpreter(program).run(run);
        Outcome actual;
        try (Machine machine = Machine.open(topology)) {
            actual = SimulatedRun.of(program, run).on(machine).outcome();
        }
        expected.outputs()
                .forEach((name, want) -> assertThat(actual.output(name).equals(want))
                        .as("%s: %s", replay, name)
                        .isTrue());
    }
}
