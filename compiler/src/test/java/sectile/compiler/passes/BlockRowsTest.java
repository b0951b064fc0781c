package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;
import sectile.ir.Program;
import sectile.ir.text.Printer;

class BlockRowsTest {
    private static Target small(long bytes) {
        return Targets.builtIn(Targets.MACHINE).withCapacity("TCM", bytes);
    }

    @Test
    void rowsThatFitAreComputedTogetherAndTheRestAfterThem() {
        PassCase.of(new BlockRows()).on(small(1200)).given("""
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, x: pl.Tensor[[11, 16], pl.FP32], y: pl.Tensor[[1, 16], pl.FP32], out: pl.Out[pl.Tensor[[11, 16], pl.FP32]]):
                e = pl.tensor.exp(x)
                s = pl.tensor.add(e, y)
                t = pl.tensor.mul(s, e)
                done = pl.tensor.assemble(out, t, [0, 0])
                return done
            """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[11, 16], pl.FP32], y: pl.Tensor[[1, 16], pl.FP32], out: pl.Out[pl.Tensor[[11, 16], pl.FP32]]):
                    for row, (done_room,) in pl.pipeline(0, 10, 2, init_values=[out], stage=2):
                        x_rows = pl.tensor.slice(x, [2, 16], [row, 0])
                        e_1 = pl.tensor.exp(x_rows)
                        s_1 = pl.tensor.add(e_1, y)
                        t_1 = pl.tensor.mul(s_1, e_1)
                        done_1 = pl.tensor.assemble(done_room, t_1, [0 + row, 0])
                        done_rows = pl.yield_(done_1)
                    x_last = pl.tensor.slice(x, [1, 16], [10, 0])
                    e_2 = pl.tensor.exp(x_last)
                    s_2 = pl.tensor.add(e_2, y)
                    t_2 = pl.tensor.mul(s_2, e_2)
                    done_2 = pl.tensor.assemble(done_rows, t_2, [10, 0])
                    done = done_2
                    return done
                """);
    }

    /// Soft maxima, norms, values that are used later, reads of what was written, sums of columns after a block.
    @ParameterizedTest
    @ValueSource(strings = {"""
        m = pl.row_max(x)
        e = pl.exp(pl.row_expand_sub(x, m))
        return pl.row_expand_div(e, pl.row_sum(e))
        """, """
            a = x * 2.0
            b = pl.matmul(a, w)
            c = b + a
            return pl.relu(c) + b
            """, """
                y = x + 1.0
                y = y * x
                z = pl.maximum(y, x)
                return z - y
                """, """
                            h = pl.cast(x, pl.FP16)
                            g = pl.cast(h, pl.FP32)
                            return g * x
                            """})
    void largeTensorsFitAndComputeTheSame(String body) {
        Program program = PassCase.program("""
            @pl.function
            def f(self, x: pl.Tensor[[77, 64], pl.FP32], w: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[77, 64], pl.FP32]:
            """ + body.indent(4));
        Target gm = Targets.builtIn("npu-gm").withCapacity("UB", 8_000).withCapacity("L0A", 6_000);
        for (Target target : List.of(small(16_000), gm)) {
            var listener = PassListener.all(List.of(new VerifyEach(), new ValidateEach(target, 3)));
            Program compiled = Compiler.compile(program, target, listener).program();
            assertThat(Printer.print(compiled)).contains("pl.range");
        }
    }
}
