package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;
import sectile.ir.Program;
import sectile.ir.text.Printer;

class AutoTileMatmulTest {
    private static final String PRODUCT = """
        @pl.function(type=pl.FunctionType.InCore)
        def kernel(self, a: pl.Tensor[[20, 48], pl.FP32], b: pl.Tensor[[48, 16], pl.FP32], out: pl.Out[pl.Tensor[[20, 16], pl.FP32]]):
            p = pl.tensor.matmul(a, b)
            done = pl.tensor.assemble(out, p, [0, 0])
            return done
        """;

    private static Target small(long bytes) {
        return Targets.builtIn(Targets.MACHINE).withCapacity("TCM", bytes);
    }

    @Test
    void productsAreAddedAlongTheInnerExtentInOrder() {
        PassCase.of(new AutoTileMatmul()).on(small(8000)).given(PRODUCT).becomes("""
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, a: pl.Tensor[[20, 48], pl.FP32], b: pl.Tensor[[48, 16], pl.FP32], out: pl.Out[pl.Tensor[[20, 16], pl.FP32]]):
                p_room = pl.tensor.create([20, 16], dtype=pl.FP32)
                lhs = pl.tile.load(a, [0, 0], [20, 8])
                rhs = pl.tile.load(b, [0, 0], [8, 16])
                sum = pl.tile.matmul(lhs, rhs)
                for inner, (sum_1,) in pl.pipeline(8, 48, 8, init_values=[sum], stage=2):
                    lhs_1 = pl.tile.load(a, [0, inner], [20, 8])
                    rhs_1 = pl.tile.load(b, [inner, 0], [8, 16])
                    sum_2 = pl.tile.matmul_acc(sum_1, lhs_1, rhs_1)
                    sum_3 = pl.yield_(sum_2)
                part = pl.tile.move(sum_3, target_memory=pl.Mem.Vec)
                p_room_1 = pl.tile.store(part, [0, 0], p_room)
                p = p_room_1
                done = pl.tensor.assemble(out, p, [0, 0])
                return done
            """);
    }

    @Test
    void whatFitsStays() {
        PassCase.of(new AutoTileMatmul()).on(small(1 << 20)).given(PRODUCT).stays();
    }

    /// Ragged extents, transposed factors, casts: every pass validated, and the kernels fit where they did
    /// not before.
    @ParameterizedTest
    @CsvSource({
        "65, 70, 130, FP16, FP32, false, false",
        "64, 64, 256, FP32, FP32, false, false",
        "100, 33, 77, FP16, FP16, true, false",
        "33, 100, 64, FP16, FP32, false, true",
        "1, 129, 300, FP32, FP32, false, false",
        "90, 90, 90, INT8, INT32, true, true"
    })
    void largeProductsFitAndComputeTheSame(int m, int n, int k, String in, String out, boolean at, boolean bt) {
        Program program = PassCase.program("""
            @pl.function
            def f(self, a: pl.Tensor[[%s], pl.%s], b: pl.Tensor[[%s], pl.%s]) -> pl.Tensor[[%d, %d], pl.%s]:
                p = pl.matmul(a, b, out_dtype=pl.%s, a_trans=%s, b_trans=%s)
                return p
            """.formatted(
                        at ? k + ", " + m : m + ", " + k,
                        in,
                        bt ? n + ", " + k : k + ", " + n,
                        in,
                        m,
                        n,
                        out,
                        out,
                        at ? "True" : "False",
                        bt ? "True" : "False"));
        Target gm = Targets.builtIn("npu-gm")
                .withCapacity("UB", 24_000)
                .withCapacity("L1", 24_000)
                .withCapacity("L0A", 6_000)
                .withCapacity("L0B", 6_000)
                .withCapacity("L0C", 12_000);
        for (Target target : List.of(small(20_000), gm)) {
            var listener = PassListener.all(List.of(new VerifyEach(), new ValidateEach(target, 3)));
            Program compiled = Compiler.compile(program, target, listener).program();
            assertThat(Printer.print(compiled)).contains("pl.range");
        }
    }

    @Test
    void whatCannotBeCutIsStillReported() {
        Program program = PassCase.program("""
            @pl.function
            def f(self, x: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
                t = pl.transpose(x, 0, 1)
                return t + t
            """);
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> Compiler.compile(program, small(4000), PassListener.NONE))
                .withMessageContaining("COMP-322");
    }
}
