package sectile.runtime.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Every example gives the same bits on the interpreter and on an OpenCL device, on one, two and four ranks.
class OpenClExamplesTest {
    private static OpenClDevice device;

    @BeforeAll
    static void open() {
        device = OpenCls.open(0);
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    static List<String> examples() {
        return Programs.exampleNames();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void sameBitsAsTheInterpreter(String file) {
        Program program = Programs.example(file);
        try (LoadedProgram loaded = device.load(program)) {
            for (Function entry : Programs.entries(program)) {
                for (int ranks : List.of(1, 2, 4)) {
                    Run run = Programs.run(entry, ranks, 7);
                    String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
                    String actual = Hosts.outcome(() -> loaded.run(run));
                    assertThat(actual)
                            .as("%s, %s on %d", file, entry.name(), ranks)
                            .isEqualTo(expected);
                }
            }
        }
    }
}
