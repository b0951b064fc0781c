package sectile.runtime.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Distributed examples give the interpreter's bits when every rank is a process.
///
/// `-Dsectile.repeats=100` runs each as often.
class MpiExamplesTest {
    private static final int REPEATS = Integer.getInteger("sectile.repeats", 1);

    /// Processes of this machine; the test is skipped where there is no MPI.
    static MpiDevice open(HostOptions options) {
        Hosts.open(0).close();
        try {
            return MpiDevice.open(options);
        } catch (MissingException e) {
            Assumptions.abort("no MPI: " + e);
            throw e;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "all_reduce.py, 4",
        "barrier.py, 4",
        "both_rails.py, 4",
        "dynamic_ranks.py, 2",
        "dynamic_ranks.py, 3",
        "dynamic_ranks.py, 4",
        "hello_rank.py, 2",
        "put_get_ring.py, 4",
        "remote_access.py, 4",
        "two_groups.py, 4",
        "window_buffer.py, 4",
        "softmax.py, 1",
        "softmax.py, 2"
    })
    void sameBitsAsTheInterpreter(String file, int ranks) {
        Program program = Programs.example(file);
        try (MpiDevice device = open(Hosts.options());
                LoadedProgram loaded = device.load(program)) {
            Run run = Programs.run(Programs.entries(program).getFirst(), ranks, 3);
            String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
            for (int i = 0; i < REPEATS; i++) {
                assertThat(Hosts.outcome(() -> loaded.run(run))).as("run %d", i).isEqualTo(expected);
            }
            assertThat(expected).contains(" ");
        }
    }
}
