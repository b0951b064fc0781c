package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.interp.Entries;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.simulated.Programs;

/// Ops that share a loop compute what they compute one by one.
class FusedLoopsTest {
    private static String program(int rows, int columns, String body) {
        String type = "pl.Tensor[[" + rows + ", " + columns + "], pl.FP32]";
        return "import pypto.language as pl\n@pl.program\nclass P:\n    @pl.function\n    def main(self, x: " + type
                + ", y: " + type + ", out: pl.InOut[" + type + "]):\n        "
                + body.strip().replace("\n", "\n        ") + "\n        return out\n";
    }

    private static String text(Program program) {
        return ProgramEmitter.emit(program, Entries.choose(program).name()).text();
    }

    private static void agrees(Program program) {
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 11);
        assertThat(Hosts.outcome(() -> Hosts.run(program, run)))
                .isEqualTo(Hosts.outcome(() -> new Interpreter(program).run(run)));
    }

    /// Rows and columns that do not fill a group or a vector.
    @ParameterizedTest
    @CsvSource({"1, 2", "3, 5", "8, 16", "9, 17", "17, 33", "16, 64"})
    void functionsAndReductionsOfRows(int rows, int columns) {
        Program program = Programs.parse(program(rows, columns, """
            top = pl.row_max(x)
            low = pl.row_min(y)
            e = pl.exp(pl.row_expand_sub(x, top))
            s = pl.row_sum(e)
            r = pl.rsqrt(s + 1.0)
            t = pl.row_expand_mul(pl.row_expand_div(e, s), r)
            out[:] = pl.maximum(pl.row_expand_add(t, low), pl.abs(y) - pl.relu(x))
            """));
        assertThat(text(program)).contains("ops as one loop");
        agrees(program);
    }

    @Test
    void valuesThatAreReadLaterExist() {
        agrees(Programs.parse(program(9, 20, """
            a = x * 2.0
            b = a + y
            m = pl.row_max(b)
            out[:] = b - a
            out[:] = out + pl.row_expand_mul(a, m)
            """)));
    }

    /// The store reaches rows that later rows still read: only statement by statement is right.
    @Test
    void aStoreIntoWhatIsReadIsNotMoved() {
        agrees(Programs.parse(program(12, 16, """
            out[:] = x + y
            a = pl.slice(out, [11, 16], [0, 0])
            out[1:12, :] = a * 2.0 + 1.0
            """)));
        agrees(Programs.parse(program(12, 16, """
            out[:] = x + y
            out[:] = out * 2.0 + out
            """)));
    }

    @Test
    void infinitiesZerosAndNan() {
        agrees(Programs.parse(program(8, 24, """
            z = x - x
            n = z / z
            i = 1.0 / z
            a = pl.maximum(z, -z) + pl.minimum(-z, z)
            out[:] = pl.maximum(pl.minimum(n, y), pl.exp(i)) + pl.exp(-i) + a
            """)));
    }

    @Test
    void partOfATileThatIsNotValid() {
        agrees(Programs.parse("""
            import pypto.language as pl
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def main(self, x: pl.Tensor[[8, 16], pl.FP32], out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
                    t = pl.load(x, [0, 0], [8, 16], valid_shape=[5, 11])
                    u = pl.mul(pl.add(t, t), t)
                    out = pl.store(u, [0, 0], out)
                    return out
            """));
    }

    @Test
    void anOffsetOutsideIsReportedAsBefore() {
        agrees(Programs.parse("""
            import pypto.language as pl
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def main(self, x: pl.Tensor[[8, 16], pl.FP32], n: pl.Scalar[pl.INDEX],
                         out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
                    t = pl.load(x, [n * 8, 0], [8, 16])
                    out = pl.store(pl.mul(t, t), [0, 0], out)
                    return out
            """));
    }
}
