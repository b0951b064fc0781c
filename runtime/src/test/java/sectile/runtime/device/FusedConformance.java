package sectile.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Ops that share a loop or a kernel compute what they compute one by one.
public abstract class FusedConformance {
    /// A device that prints loops or kernels.
    protected abstract ProgramDevice open();

    private static String program(int rows, int columns, String body) {
        String type = "pl.Tensor[[" + rows + ", " + columns + "], pl.FP32]";
        return "import pypto.language as pl\n@pl.program\nclass P:\n    @pl.function\n    def main(self, x: " + type
                + ", y: " + type + ", out: pl.InOut[" + type + "]):\n        "
                + body.strip().replace("\n", "\n        ") + "\n        return out\n";
    }

    /// Runs it on the interpreter and on the device, which computes some ops together.
    private List<FusedOps> agrees(Program program) {
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 11);
        try (ProgramDevice device = open();
                LoadedProgram loaded = device.load(program)) {
            assertThat(Hosts.outcome(() -> loaded.run(run)))
                    .isEqualTo(Hosts.outcome(() -> new Interpreter(program).run(run)));
            return loaded.fused(run);
        }
    }

    /// Rows and columns that do not fill a group or a vector.
    @ParameterizedTest
    @CsvSource({"1, 2", "3, 5", "8, 16", "9, 17", "17, 33", "16, 64", "1, 300"})
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
        assertThat(agrees(program)).anyMatch(ops -> ops.ops() >= 10);
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

    /// Values of columns are read by every row, and exist afterwards if something reads them.
    @Test
    void columnsAreReadByAllRows() {
        assertThat(agrees(Programs.parse("""
            import pypto.language as pl
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def main(self, x: pl.Tensor[[9, 20], pl.FP32], b: pl.Tensor[[1, 20], pl.FP32],
                         y: pl.Out[pl.Tensor[[9, 20], pl.FP32]], z: pl.Out[pl.Tensor[[1, 20], pl.FP32]]):
                    t = pl.load(x, [0, 0], [9, 20])
                    c = pl.load(b, [0, 0], [1, 20])
                    u = pl.col_expand_mul(pl.exp(t), c)
                    y = pl.store(u, [0, 0], y)
                    z = pl.store(c, [0, 0], z)
                    return y, z
            """))).anyMatch(ops -> ops.ops() == 3 || ops.ops() == 2);
        agrees(Programs.parse("""
            import pypto.language as pl
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def main(self, x: pl.Tensor[[9, 20], pl.FP32], b: pl.Tensor[[1, 20], pl.FP32],
                         y: pl.Out[pl.Tensor[[9, 20], pl.FP32]]):
                    t = pl.load(x, [0, 0], [9, 20])
                    c = pl.load(b, [0, 0], [1, 20])
                    e = pl.exp(c)
                    u = pl.col_expand_mul(pl.add(t, t), e)
                    y = pl.store(pl.col_expand_mul(u, c), [0, 0], y)
                    return y
            """));
    }

    /// Every function of elements that can be computed together with others, and a number of the program among them.
    @Test
    void everyFunction() {
        agrees(Programs.parse(program(5, 19, """
            a = pl.abs(x) + 0.5
            b = pl.log(a) * pl.sqrt(a) - pl.recip(a)
            c = pl.sin(y) / pl.cos(a)
            d = pl.exp(b) + pl.neg(c)
            e = pl.minimum(pl.maximum(d, 0.25), 4.0)
            out[:] = pl.rsqrt(pl.abs(e) + 1.0) * pl.relu(x)
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
