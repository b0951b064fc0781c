package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Random tile programs give the same bits on the interpreter and on the machine.
///
/// `-Dsectile.programs=1000` runs as many, `-Dsectile.seed=S` begins at another seed; a failure names its own.
class RandomTileProgramsTest {
    private static final int COUNT = Integer.getInteger("sectile.programs", 150);
    private static final long FIRST = Long.getLong("sectile.seed", 1);

    @Test
    void sameBitsOnBothExecutors() {
        Topology topology = Topologies.preset("small", List.of("system.sips.count=4"));
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            RandomTilePrograms.Sample sample = RandomTilePrograms.draw(seed);
            String replay = "-Dsectile.programs=1 -Dsectile.seed=" + seed + "\n" + sample.text();
            Program program = Programs.parse(sample.text());
            Run run = Programs.run(Programs.entries(program).getFirst(), sample.ranks(), seed);
            Outcome expected = new Interpreter(program).run(run);
            Outcome actual;
            try (Machine machine = Machine.open(topology)) {
                actual = SimulatedRun.of(program, run).on(machine).outcome();
            }
            assertThat(actual.outputs().keySet())
                    .as(replay)
                    .isEqualTo(expected.outputs().keySet());
            expected.outputs()
                    .forEach((name, want) -> assertThat(actual.output(name).equals(want))
                            .as("%s: %s", replay, name)
                            .isTrue());
        }
    }

    /// Every pass is validated, so fewer are run unless told otherwise.
    @Test
    void compiledForEveryTargetTheyGiveTheSameBits() {
        Topology topology = Topologies.preset("small", List.of("system.sips.count=4"));
        for (long seed = FIRST; seed < FIRST + Integer.getInteger("sectile.programs", 12); seed++) {
            RandomTilePrograms.Sample sample = RandomTilePrograms.draw(seed);
            String replay = "-Dsectile.programs=1 -Dsectile.seed=" + seed + "\n" + sample.text();
            Program program = Programs.parse(sample.text());
            Run run = Programs.run(Programs.entries(program).getFirst(), sample.ranks(), seed);
            try {
                CompiledAlike.check(program, run, topology, seed, replay);
            } catch (RuntimeException e) {
                throw new AssertionError(replay, e);
            }
        }
    }
}
