package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.simulated.Programs;
import sectile.runtime.simulated.RandomTilePrograms;

/// Random tile programs give the same bits on the interpreter and as native code.
///
/// `-Dsectile.programs=1000` runs as many, `-Dsectile.seed=S` begins at another seed; a failure names its own.
class HostRandomProgramsTest {
    private static final int COUNT = Integer.getInteger("sectile.programs", 20);
    private static final long FIRST = Long.getLong("sectile.seed", 1);

    @Test
    void sameBitsAsTheInterpreter() {
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            RandomTilePrograms.Sample sample = RandomTilePrograms.draw(seed);
            Program program = Programs.parse(sample.text());
            Run run = Programs.run(Programs.entries(program).getFirst(), sample.ranks(), seed);
            String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
            String actual = Hosts.outcome(() -> Hosts.run(program, run));
            assertThat(actual)
                    .as("-Dsectile.programs=1 -Dsectile.seed=%d%n%s", seed, sample.text())
                    .isEqualTo(expected);
        }
    }
}
