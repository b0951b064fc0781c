package sectile.compiler.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassFault;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassManager;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.symbol.BinaryOp;

/// A pass that does something wrong is found, by what the program computes and by what it is.
class ValidateEachTest {
    private static final Target TARGET = Targets.builtIn("machine");

    private static final Program PROGRAM = PassCase.program("""
            @pl.function
            def f(self, n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                a = n + m
                b = n * 3
                c = b + 1
                if m > 0:
                    d = a - n
                else:
                    d = a + n
                e = c + 2
                return d + e

            @pl.function
            def g(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                return n + 5
            """);

    private record Change(UnaryOperator<Expr> rule) implements Pass {
        @Override
        public String summary() {
            return "Changes expressions.";
        }

        @Override
        public Program run(Program program, PassContext context) {
            return Rewriter.bottomUp(rule, s -> s).program(program);
        }
    }

    private static void compile(Pass pass, PassListener listener) {
        new PassManager(List.of(pass), listener).run(PROGRAM, new PassContext(TARGET, new Diagnostics()));
    }

    @Test
    void aPassThatChangesAResultIsFoundWithASmallProgram() {
        var wrong = new Change(e -> e instanceof Binary b && b.op() == BinaryOp.SUB
                ? Binary.of(BinaryOp.ADD, b.lhs(), b.rhs(), b.origin())
                : e);
        assertThatExceptionOfType(PassFault.class)
                .isThrownBy(() -> compile(wrong, new ValidateEach(TARGET, 5)))
                .withMessageContaining("Change changed what the program computes: f on 1 rank: returned")
                .satisfies(fault -> {
                    assertThat(fault.before().functions()).hasSize(1);
                    assertThat(fault.getMessage())
                            .contains(" - n")
                            .doesNotContain("def g")
                            .as("values give way to their operands")
                            .doesNotContain("n * 3", "c + 2");
                });
    }

    /// Two programs that fail alike may still differ, so the listener says of which it knows nothing.
    @Test
    void anEntryThatFailsIsNotCalledValidated() {
        Program failing = PassCase.program("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    z = n - n
                    return n // z

                @pl.function
                def g(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    return n + 5
                """);
        var validation = new ValidateEach(TARGET, 5);
        new PassManager(List.of(new Change(e -> e)), validation)
                .run(failing, new PassContext(TARGET, new Diagnostics()));
        assertThat(validation.notValidated()).containsOnlyKeys("f");
        assertThat(validation.notValidated().get("f")).startsWith("EXEC-");
    }

    @Test
    void aPassThatChangesNothingThatMattersPasses() {
        compile(
                new Change(e -> e instanceof Binary b && b.op() == BinaryOp.ADD
                        ? Binary.of(BinaryOp.ADD, b.rhs(), b.lhs(), b.origin())
                        : e),
                PassListener.all(List.of(new VerifyEach(), new ValidateEach(TARGET, 5))));
    }

    @Test
    void aProgramThatDoesNotVerifyIsFound() {
        Program tensors = PassCase.program("""
                @pl.function
                def f(self, x: pl.Tensor[[4, 4], pl.FP32], y: pl.Tensor[[4, 4], pl.FP16]) -> pl.Tensor[[4, 4], pl.FP32]:
                    return x + x
                """);
        var wrong = new Change(e -> e instanceof OpCall call && call.args().size() == 2
                ? new OpCall(
                        call.op(),
                        List.of(
                                call.args().getFirst(),
                                tensors.function("f").params().get(1).variable()),
                        call.attrs(),
                        call.type(),
                        call.origin())
                : e);
        assertThatExceptionOfType(PassFault.class)
                .isThrownBy(() -> new PassManager(List.of(wrong), new VerifyEach())
                        .run(tensors, new PassContext(TARGET, new Diagnostics())))
                .withMessageContaining("made a program that does not verify")
                .withMessageContaining("LANG-303");
    }
}
