package sectile.ir.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.ProgramGenerator;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Stmt;
import sectile.ir.structural.Structural;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// Laws of rewriting on random programs. One seed: `-Dsectile.seed=N`.
class RewritePropertiesTest {
    private interface Law {
        void check(Program program, String replay);
    }

    private static void forAll(Law law) {
        long only = Long.getLong("sectile.seed", -1);
        for (long seed = Math.max(only, 0); seed < (only >= 0 ? only + 1 : 250); seed++) {
            law.check(
                    ProgramGenerator.program(seed), "replay with -Dtest=RewritePropertiesTest -Dsectile.seed=" + seed);
        }
    }

    private static void isRight(Program program, Set<Property> properties, String replay) {
        var diagnostics = new Diagnostics();
        Verifier.verify(program, properties, diagnostics);
        String text = Printer.print(program);
        assertThat(diagnostics.all()).as(replay + "\n" + text).isEmpty();
        Program again;
        try {
            again = FrontEnd.parse(new SourceFile("random.py", text));
        } catch (RuntimeException e) {
            throw new AssertionError(replay + "\n" + text, e);
        }
        assertThat(Structural.firstDifference(program, again))
                .as(replay + "\n" + text)
                .isEmpty();
    }

    private static Set<Var> variables(Function function) {
        Set<Var> all = new HashSet<>(UseDef.of(function.body()).defined());
        function.params().stream().map(Param::variable).forEach(all::add);
        return all;
    }

    @Test
    void rewritingNothingReturnsTheProgramItself() {
        forAll((program, replay) -> assertThat(Rewriter.bottomUp(e -> e, s -> s).program(program))
                .as(replay)
                .isSameAs(program));
    }

    @Test
    void renamingAllVariablesIsNoStructuralChange() {
        forAll((program, replay) -> {
            for (Function function : program.functions()) {
                Function copy = FreshCopy.of(function, FreshNames.of(function));
                assertThat(Collections.disjoint(variables(function), variables(copy)))
                        .as(replay)
                        .isTrue();
                assertThat(FreeVariables.of(copy)).as(replay).isEmpty();
                assertThat(Structural.firstDifference(
                                program,
                                program.withFunctions(program.functions().stream()
                                        .map(f -> f == function ? copy : f)
                                        .toList())))
                        .as(replay)
                        .isEmpty();
            }
        });
    }

    @Test
    void aSubstitutedVariableIsGone() {
        forAll((program, replay) -> {
            Function kernel = program.function("kernel");
            Var n = kernel.params().get(2).variable();
            Stmt body = Substitution.of(Map.of(n, ConstInt.index(3))).statement(kernel.body());
            Set<Var> before = FreeVariables.of(kernel.body());
            Set<Var> after = FreeVariables.of(body);
            before.remove(n);
            assertThat(after).as(replay).isEqualTo(before);
            isRight(
                    program.withFunctions(program.functions().stream()
                            .map(f -> f == kernel ? f.withBody(body) : f)
                            .toList()),
                    Property.always(),
                    replay);
        });
    }
}
