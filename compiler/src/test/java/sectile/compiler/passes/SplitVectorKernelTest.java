package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.pass.PassContext;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.text.Printer;

class SplitVectorKernelTest {
    private static final PassCase CASE = PassCase.of(new SplitVectorKernel()).after(new ExpandMixedKernel());

    private static String split(String text, String mode) {
        return text.replace(
                "@pl.function(type=pl.FunctionType.InCore)",
                "@pl.function(type=pl.FunctionType.InCore, attrs={\"split\": pl.SplitMode." + mode + "})");
    }

    @ParameterizedTest
    @CsvSource({"UP_DOWN, 1, '[8, 16]'", "LEFT_RIGHT, 2, '[16, 8]'"})
    void eachVectorCoreHasHalfOfEveryTile(String mode, int code, String shape) {
        Program after = CASE.given(split(MixedPrograms.FOUR_BLOCKS, mode)).result();
        assertThat(Printer.print(after))
                .contains("pl.tile.tpush_to_aiv(acc, split=" + code)
                .contains("pl.tile.tpop_from_aic(" + shape + ", split=" + code)
                .contains("lane: pl.Scalar[pl.INDEX] = pl.tile.get_subblock_idx()");
    }

    @Test
    void bothDirectionsAreDivided() {
        Program after =
                CASE.given(split(ExpandMixedKernelTest.BOTH_WAYS, "UP_DOWN")).result();
        assertThat(Printer.print(after))
                .contains("pl.tile.tpush_to_aic(scaled, split=1)")
                .contains("pl.tile.tpop_from_aiv([16, 16], split=1)");
    }

    @Test
    void withThePipeBufferFourBlocksStillComputeTheSame() {
        PassCase.of(new SplitVectorKernel())
                .after(new ExpandMixedKernel(), new InjectGmPipeBuffer())
                .given(split(MixedPrograms.FOUR_BLOCKS, "UP_DOWN"))
                .result();
    }

    @Test
    void kernelsThatDoNotAskStay() {
        CASE.given(MixedPrograms.FOUR_BLOCKS).stays();
    }

    /// A sum over the rows needs both halves; the kernel then runs on one vector core, and the user is told.
    @Test
    void whatNeedsBothHalvesIsReported() {
        Target target = Targets.builtIn("npu-gm");
        Program program = PassCase.program(split("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[1, 16], pl.FP32]]):
                    xm = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
                    left = pl.move(xm, target_memory=pl.Mem.Left)
                    right = pl.move(xm, target_memory=pl.Mem.Right)
                    acc = pl.matmul(left, right)
                    product = pl.move(acc, target_memory=pl.Mem.Vec)
                    total = pl.tile.col_sum(product)
                    done = pl.store(total, [0, 0], out)
                    return done
                """, "UP_DOWN"));
        var diagnostics = new Diagnostics();
        var context = new PassContext(target, diagnostics);
        Program expanded = new ExpandMixedKernel().run(program, context);
        Program after = new SplitVectorKernel().run(expanded, context);
        assertThat(after).isEqualTo(expanded);
        assertThat(diagnostics.hasErrors()).isFalse();
        assertThat(diagnostics.all()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo("COMP-331");
            assertThat(d.message())
                    .isEqualTo("pl.tile.col_sum reduces the axis that is split, so the kernel is not split");
            assertThat(d.span().line()).isEqualTo(13);
        });
    }
}
