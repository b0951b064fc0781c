package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.process.ProcessProgram;
import sectile.runtime.simulated.Programs;

/// Products of matrices are rounded once per element of the inner axis, also by a compiler that does not fuse products
/// and sums by itself.
class FusedProductsTest {
    @ParameterizedTest
    @ValueSource(strings = {"matmul_acc.py", "micro_kernel.py"})
    void bitsDoNotDependOnOptimisations(String file) {
        Hosts.open(0).close();
        Program program = Programs.example(file);
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 5);
        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
        HostOptions options = Hosts.options();
        NativeBuild build = NativeBuild.executable(
                CCompiler.find(options),
                List.of("-march=native", "-fno-expensive-optimizations"),
                List.of("-lm", "-lpthread"));
        try (var loaded = new ProcessProgram(
                program,
                new NativeCache(options.cache(), build),
                options,
                (executable, input, output, ranks) -> List.of(executable.toString(), input, output))) {
            assertThat(Hosts.outcome(() -> loaded.run(run))).isEqualTo(expected);
        }
    }
}
