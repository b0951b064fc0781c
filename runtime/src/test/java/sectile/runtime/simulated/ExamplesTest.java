package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.Compiler;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// Every example gives the same bits on the interpreter and on the machine, whatever level it is written at. Without
/// the compiler, those that compute on whole tensors say which op the machine cannot run as it is, and where.
class ExamplesTest {
    static List<String> examples() {
        return Programs.exampleNames();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void sameBitsOnBothExecutors(String file) {
        Program program = Programs.example(file);
        for (Function entry : Programs.entries(program)) {
            for (int ranks : List.of(1, 2, 4)) {
                Run run = Programs.run(entry, ranks, 7);
                String expected = outcome(() -> new Interpreter(program).run(run));
                String actual = outcome(() -> onMachine(program, run));
                assertThat(actual).as("%s, %s on %d", file, entry.name(), ranks).isEqualTo(expected);
            }
        }
    }

    /// Kernels for each kind of core, orchestration and tables of memory: what a target gets, on the machine.
    @ParameterizedTest
    @MethodSource("examples")
    void compiledForEveryTargetItGivesTheSameBits(String file) {
        Program program = Programs.example(file);
        for (Target target : Targets.all()) {
            Program compiled =
                    Compiler.compile(program, target, PassListener.NONE).program();
            for (Function entry : Programs.entries(program)) {
                for (int ranks : List.of(1, 4)) {
                    Run run = Programs.run(entry, ranks, 5);
                    String expected = outcome(() -> new Interpreter(program).run(run));
                    String actual = outcome(() -> asWritten(compiled, run));
                    assertThat(actual)
                            .as("%s for %s, %s on %d", file, target.name(), entry.name(), ranks)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spmd_mixed.py", "norms.py", "activations.py"})
    void wholeTensorsAreRefusedByOpAndLine(String file) {
        Program program = Programs.example(file);
        Function entry = Programs.entries(program).getFirst();
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> asWritten(program, Programs.run(entry, 1, 7)))
                .satisfies(e -> assertThat(e.diagnostics())
                        .isNotEmpty()
                        .allMatch(d -> d.code().equals("RUN-101") && d.message().startsWith("`pl.tensor."))
                        .allMatch(d -> d.span().line() > 1));
    }

    private static Outcome asWritten(Program program, Run run) {
        try (Machine machine = Machine.open(Topologies.preset("default", List.of("system.sips.count=4")))) {
            return SimulatedRun.of(program, run).asWritten().on(machine).outcome();
        }
    }

    private static Outcome onMachine(Program program, Run run) {
        try (Machine machine = Machine.open(Topologies.preset("default", List.of("system.sips.count=4")))) {
            SimulatedRun.Result result = SimulatedRun.of(program, run).on(machine);
            assertThat(result.latencyPs()).isPositive();
            return result.outcome();
        }
    }

    private interface Execution {
        Outcome run();
    }

    /// The bits of every output, or the code of the problem.
    private static String outcome(Execution execution) {
        try {
            Outcome outcome = execution.run();
            var lines = new ArrayList<String>();
            outcome.outputs().forEach((name, array) -> {
                if (name.startsWith("__")) {
                    return; // memory that the compiler asks for
                }
                var bits = new StringBuilder(name + " " + array.shape() + array.dtype());
                for (long i = 0; i < array.elements(); i++) {
                    bits.append(' ').append(Long.toHexString(array.bitsAt(i)));
                }
                lines.add(bits.toString());
            });
            return String.join("\n", lines);
        } catch (DiagnosticException e) {
            return e.diagnostics().getFirst().code();
        }
    }
}
