package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Targets;
import sectile.ir.Program;

class OutlineInCoreTest {
    private static final PassCase PASS = PassCase.of(new OutlineInCore()).after(new ConvertToSsa(), new FlattenCalls());

    @Test
    void aScopeBecomesAKernelThatReturnsWhatItWrites() {
        PASS.given("""
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    with pl.at(level=pl.Level.CORE_GROUP, name_hint="twice"):
                        out[:] = x * 2.0
                    return out
                """).becomes("""
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    out1 = self.twice(x, out)
                    return out1

                @pl.function(type=pl.FunctionType.InCore)
                def twice(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]) -> pl.Tensor[[8, 4], pl.FP32]:
                    muls = x * 2.0
                    out1 = pl.tensor.assemble(out, muls, [0, 0])
                    return out1
                """);
    }

    @Test
    void aComputedTensorBecomesAnOutParameter() {
        PASS.given("""
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    with pl.at(level=pl.Level.CORE_GROUP, name_hint="a"):
                        t = x * 2.0
                    with pl.at(level=pl.Level.CORE_GROUP, name_hint="b"):
                        out[:] = t + x
                    return out
                """).becomes("""
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    room = pl.create_tensor([8, 4], dtype=pl.FP32)
                    t = self.a(x, room)
                    out1 = self.b(t, x, out)
                    return out1

                @pl.function(type=pl.FunctionType.InCore)
                def a(self, x: pl.Tensor[[8, 4], pl.FP32], t_out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]) -> pl.Tensor[[8, 4], pl.FP32]:
                    t = x * 2.0
                    stored = pl.tensor.assemble(t_out, t, [0, 0])
                    return stored

                @pl.function(type=pl.FunctionType.InCore)
                def b(self, t: pl.Tensor[[8, 4], pl.FP32], x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]) -> pl.Tensor[[8, 4], pl.FP32]:
                    add = t + x
                    out1 = pl.tensor.assemble(out, add, [0, 0])
                    return out1
                """);
    }

    @Test
    void looseWorkGoesIntoKernelsAndViewsThatAreUsedLaterStay() {
        PASS.given("""
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                    a = x * 2.0
                    top = a[0:4, :]
                    b = top + 1.0
                    for i in pl.range(n):
                        out[0:4, :] = b * 2.0
                        out[4:8, :] = top * 3.0
                    return out
                """).result();
    }

    @Test
    void aTaskBelongsToTheCall() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                    with pl.at(level=pl.Level.CORE_GROUP) as first:
                        out[0:4, :] = x[0:4, :] * 2.0
                    with pl.at(level=pl.Level.CORE_GROUP, deps=[first]):
                        out[4:8, :] = x[4:8, :] * 3.0
                    return out
                """).result();
    }

    @Test
    void aTileThatLeavesItsKernelIsReportedOnce() {
        Program program = PassCase.program("""
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        t = pl.load(x, [0, 0], [8, 4])
                    with pl.at(level=pl.Level.CORE_GROUP):
                        out = pl.store(t, [0, 0], out)
                    return out
                """);
        assertThatThrownBy(() -> Compiler.compile(program, Targets.builtIn("machine"), PassListener.NONE))
                .isInstanceOfSatisfying(
                        DiagnosticException.class,
                        e -> assertThat(e.diagnostics())
                                .extracting(d -> d.code() + " at " + d.span().line() + ": " + d.message())
                                .containsExactly("COMP-210 at 9: `t` is used outside the kernel that defines it"));
    }
}
