package sectile.compiler.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.Pipelines;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassManager;
import sectile.compiler.passes.MixedPrograms;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.Executions;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;
import sectile.ir.Program;
import sectile.ir.text.Printer;

/// Every form in which a mixed kernel can be launched compiles for every target. Every pass leaves a program that
/// verifies and reads back, and, where pipes need a buffer, one that computes the same: no pass moves the creation of a
/// buffer away from its launch.
class FormsOfLaunchTest {
    static List<Arguments> programs() {
        return Stream.of(
                        MixedPrograms.FOUR_BLOCKS,
                        MixedPrograms.PARAMETER,
                        MixedPrograms.EXPRESSION,
                        MixedPrograms.LOOP,
                        MixedPrograms.TWO_CONSTANTS,
                        MixedPrograms.TWO_LAUNCHES,
                        MixedPrograms.BRANCHES,
                        MixedPrograms.SUBMITTED,
                        MixedPrograms.SUBMITTED_IN_A_LOOP,
                        MixedPrograms.IN_SPMD,
                        MixedPrograms.IN_SPMD_LOOP,
                        MixedPrograms.NESTED)
                .flatMap(text -> Targets.names().stream().map(target -> Arguments.of(text, target)))
                .toList();
    }

    @ParameterizedTest(name = "{index} for {1}")
    @MethodSource("programs")
    void compilesAndComputesTheSame(String text, String target) {
        Program program = PassCase.program(text);
        Target chosen = Targets.builtIn(target);
        var diagnostics = new Diagnostics();
        PassListener listener = chosen.routesPipesThroughGm()
                ? PassListener.all(List.of(new VerifyEach(), new ValidateEach(chosen, 7)))
                : new VerifyEach();
        Program compiled = new PassManager(Pipelines.named(Pipelines.FULL), listener)
                .run(program, new PassContext(chosen, diagnostics));
        assertThat(diagnostics.all()).isEmpty();
        assertThat(Printer.print(compiled).contains("gm_pipe_buffer")).isEqualTo(chosen.routesPipesThroughGm());
        Executions before = Executions.of(program, 7);
        assertThat(before.outcomes().values()).anyMatch(result -> result instanceof Executions.Values);
        assertThat(before.difference(before.again(compiled, 7))).isEmpty();
    }
}
