package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.runtime.simulated.Programs;

/// Every example gives the same bits on the interpreter and as native code, on one, two and four ranks.
class HostExamplesTest {
    static List<String> examples() {
        return Programs.exampleNames();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void sameBitsAsTheInterpreter(String file) {
        Program program = Programs.example(file);
        for (Function entry : Programs.entries(program)) {
            for (int ranks : List.of(1, 2, 4)) {
                Run run = Programs.run(entry, ranks, 7);
                String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
                String actual = Hosts.outcome(() -> Hosts.run(program, run));
                assertThat(actual).as("%s, %s on %d", file, entry.name(), ranks).isEqualTo(expected);
            }
        }
    }
}
