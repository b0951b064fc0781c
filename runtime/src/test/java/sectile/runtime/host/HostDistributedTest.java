package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.simulated.Programs;

/// Ranks as threads give the same results again and again, also when the processors are busy with something else.
///
/// `-Dsectile.repeats=1000` runs each program as often.
class HostDistributedTest {
    private static final int REPEATS = Integer.getInteger("sectile.repeats", 25);

    @ParameterizedTest
    @CsvSource({
        "all_reduce.py, 2",
        "all_reduce.py, 4",
        "put_get_ring.py, 4",
        "barrier.py, 4",
        "remote_access.py, 4",
        "dynamic_ranks.py, 3",
        "dynamic_ranks.py, 8",
        "both_rails.py, 4",
        "window_buffer.py, 4"
    })
    void everyRunGivesTheSame(String file, int ranks) {
        Program program = Programs.example(file);
        Run run = Programs.run(Programs.entries(program).getFirst(), ranks, 3);
        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
        var over = new AtomicBoolean();
        Thread load = Thread.ofPlatform().daemon().start(() -> {
            while (!over.get()) {
                Thread.onSpinWait();
            }
        });
        try (HostDevice device = Hosts.open(0);
                LoadedProgram loaded = device.load(program)) {
            for (int i = 0; i < REPEATS; i++) {
                assertThat(Hosts.outcome(() -> loaded.run(run))).as("run %d", i).isEqualTo(expected);
            }
        } finally {
            over.set(true);
        }
        assertThat(load).isNotNull();
    }
}
