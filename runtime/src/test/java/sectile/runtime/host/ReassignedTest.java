package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.simulated.Programs;

/// An op whose result has the name of one of its operands.
class ReassignedTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FP32 | pl.exp(t)",
                "FP16 | pl.neg(t)",
                "INT32 | pl.add(t, t)",
                "INT32 | pl.mul(u, t)",
                "FP32 | pl.cast(pl.cast(t, pl.FP16), pl.FP32)",
                "FP32 | pl.row_expand_sub(t, pl.row_max(t))",
                "FP32 | pl.transpose(pl.transpose(t, 0, 1), 0, 1)",
                "FP32 | pl.matmul(t, u)"
            })
    void hasTheValuesOfAFreshName(String dtype, String op) {
        boolean product = op.contains("matmul");
        String memory = product ? ", target_memory=pl.Mem.Mat" : "";
        Program program = Programs.parse("""
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[16, 16], pl.DTYPE], y: pl.Out[pl.Tensor[[16, 16], pl.DTYPE]]):
                        t = pl.load(x, [0, 0], [16, 16]MEMORY)
                        u = pl.load(x, [0, 0], [16, 16]MEMORY)
                        t = OP
                AGAIN
                        y = pl.store(t, [0, 0], y)
                        return y
                """.replace("DTYPE", dtype)
                .replace("MEMORY", memory)
                .replace("AGAIN", product ? "" : "        t = " + op)
                .replace("OP", op));
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 3);
        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
        assertThat(expected).startsWith("y ");
        assertThat(Hosts.outcome(() -> Hosts.run(program, run))).isEqualTo(expected);
    }
}
