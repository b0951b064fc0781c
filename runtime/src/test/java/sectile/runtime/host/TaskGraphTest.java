package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.simulated.Programs;

/// Calls and submissions run beside each other on the pool, and give what they give one after the other.
///
/// `-Dsectile.programs=1000` runs as many graphs, `-Dsectile.seed=S` begins at another seed; a failure names its own.
class TaskGraphTest {
    private static final int COUNT = Integer.getInteger("sectile.programs", 6);
    private static final long FIRST = Long.getLong("sectile.seed", 1);
    private static final int REPEATS = 5;

    @Test
    void givesTheBitsOfTheInterpreter() {
        check(FIRST, COUNT, REPEATS);
    }

    /// A submission that follows a call, whose place later calls use again: it waited for one of those.
    @Test
    void aTaskDoesNotWaitForLaterCalls() {
        check(214, 1, 300);
    }

    private static void check(long first, int count, int repeats) {
        try (HostDevice device = HostDevice.open(1, Hosts.options().withThreads(4))) {
            for (long seed = first; seed < first + count; seed++) {
                String text = RandomTaskGraphs.draw(seed);
                Program program = Programs.parse(text);
                Run run = Programs.run(Programs.entries(program).getFirst(), 1, seed);
                String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
                assertThat(expected).as(text).startsWith("y ");
                try (LoadedProgram loaded = device.load(program)) {
                    for (int i = 0; i < repeats; i++) {
                        assertThat(Hosts.outcome(() -> loaded.run(run)))
                                .as("-Dsectile.programs=1 -Dsectile.seed=%d%n%s", seed, text)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }
}
