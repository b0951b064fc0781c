package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.device.DeviceId;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.runtime.c.CSource;
import sectile.runtime.c.Dialect;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.simulated.Programs;

/// A trap in compiled code ends the run with a diagnostic, and the process goes on.
class TrapsTest {
    private static final String BODY = "  (void)c, (void)f;\n";

    @ParameterizedTest
    @CsvSource({
        "matmul.py, 1, *(volatile int *)8 = 1;, an invalid address",
        "matmul.py, 1, __builtin_trap();, the processor refuses",
        "all_reduce.py, 4, *(volatile int *)8 = 1;, an invalid address"
    })
    void endsTheRun(String file, int ranks, String fault, String reason) {
        Hosts.open(0).close();
        Program program = Programs.example(file);
        Function entry = Programs.entries(program).getFirst();
        Run run = Programs.run(entry, ranks, 3);
        CSource source = ProgramEmitter.emit(program, entry.name());
        int last = source.text().lastIndexOf(BODY) + BODY.length();
        int first = source.text().indexOf(BODY) + BODY.length();
        int at = ranks == 1 ? last : first;
        var broken = source.withText(
                source.text().substring(0, at) + fault + "\n" + source.text().substring(at));
        try (var loader = new NativeLoader(new DeviceId("host", 0), Hosts.options(), Dialect.C, ArrayPlaces.ofHost());
                NativeProgram code = loader.load(broken)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> code.run(
                                entry, run, Hosts.options(), ArrayPlaces.ofHost(), new Constants(ArrayPlaces.ofHost())))
                        .hasMessageContaining("RUN-304")
                        .hasMessageContaining(reason);
            }
        }
        assertThat(Hosts.run(program, run).outputs()).isNotEmpty();
    }

    /// The virtual machine itself uses the signals: a null dereference in Java code still is an exception.
    @ParameterizedTest
    @CsvSource({"matmul.py"})
    @SuppressWarnings("NullAway") // the null is the point
    void javaCodeKeepsItsSignals(String file) {
        Program program = Programs.example(file);
        Hosts.run(program, Programs.run(Programs.entries(program).getFirst(), 1, 3));
        int caught = 0;
        for (int i = 0; i < 50_000; i++) {
            int[] array = i % 2 == 0 ? null : new int[1];
            try {
                caught += array.length - 1;
            } catch (NullPointerException e) {
                caught++;
            }
        }
        assertThat(caught).isEqualTo(25_000);
    }
}
