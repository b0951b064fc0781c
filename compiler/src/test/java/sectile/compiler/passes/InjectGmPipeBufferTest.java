package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.compiler.PassCase;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.text.Printer;

class InjectGmPipeBufferTest {
    private static final PassCase CASE = PassCase.of(new InjectGmPipeBuffer()).after(new ExpandMixedKernel());

    private static Program injected(String text) {
        return CASE.given(text).result();
    }

    /// A block has one direction of two slots of 1024 bytes: 512 elements.
    @Test
    void aConstantNumberOfBlocksIsFolded() {
        String text = Printer.print(injected(MixedPrograms.FOUR_BLOCKS));
        assertThat(text)
                .contains("gm_pipe_buffer: pl.Tensor[[2048], pl.FP32] = pl.tensor.create([2048])")
                .contains("__gm_pipe_buffer: pl.Out[")
                .contains("pipe_share: pl.Scalar[pl.INDEX] = pipe_total // pl.max(1, pipe_blocks)")
                .contains("pipe_start: pl.Scalar[pl.INDEX] = pipe_block * pipe_share");
    }

    @Test
    void aNumberKnownAtRunTimeIsAnExpression() {
        assertThat(Printer.print(injected(MixedPrograms.PARAMETER))).contains("pl.tensor.create([blocks * 512]");
    }

    /// The number of blocks belongs to the dispatch: each launch of the kernel has a buffer of its own.
    @Test
    void everyLaunchHasItsOwnBuffer() {
        String text = Printer.print(injected(MixedPrograms.TWO_LAUNCHES));
        assertThat(text).contains("pl.tensor.create([1024]").contains("pl.tensor.create([blocks * 512]");
    }

    static List<String> dispatches() {
        return List.of(MixedPrograms.FOUR_BLOCKS, MixedPrograms.SUBMITTED, MixedPrograms.IN_SPMD);
    }

    @ParameterizedTest
    @MethodSource("dispatches")
    void allFormsOfDispatchAreWired(String text) {
        Program after = injected(text);
        assertThat(Printer.print(after)).contains("pl.tensor.create([2048]");
        assertThat(after.functions())
                .filteredOn(f -> !f.name().equals("main"))
                .allSatisfy(f -> assertThat(f.params()).anyMatch(p -> p.name().equals("__gm_pipe_buffer")));
        assertThat(after.function("main").params()).noneMatch(p -> p.name().equals("__gm_pipe_buffer"));
    }

    @Test
    void aLoopDependentNumberIsCreatedInTheLoop() {
        assertThat(Printer.print(injected(MixedPrograms.LOOP))).contains("pl.tensor.create([i * 512]");
    }

    @Test
    void targetsWithDirectPipesNeedNoBuffer() {
        CASE.on(Targets.builtIn("npu-direct")).given(MixedPrograms.FOUR_BLOCKS).stays();
    }

    private static final String TWO_PIPES = """
            @pl.function(type=pl.FunctionType.AIC)
            def matrix(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                pl.system.aic_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=4, id=0)
                pl.system.aic_initialize_pipe(dir_mask=1, slot_size=2048, slot_num=2, id=3)
                t = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
                pl.tile.tpush_to_aiv(t, id=3)
                u = pl.tile.tpop_from_aiv([16, 16], dtype=pl.FP32)
                pl.tile.tpush_to_aiv(u)
                pl.system.tfree_to_aiv(u)

            @pl.function(type=pl.FunctionType.AIV)
            def vector(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                pl.system.aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=4, id=0)
                pl.system.aiv_initialize_pipe(dir_mask=1, slot_size=2048, slot_num=2, id=3)
                t = pl.tile.tpop_from_aic([16, 16], dtype=pl.FP32, id=3)
                e = pl.mul(t, 2.0)
                pl.system.tfree_to_aic(t, id=3)
                pl.tile.tpush_to_aic(e)
                u = pl.tile.tpop_from_aic([16, 16], dtype=pl.FP32)
                done = pl.store(u, [0, 0], out)
                pl.system.tfree_to_aic(u)
                return done

            @pl.function(type=pl.FunctionType.Group)
            def both(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                self.matrix(x, out)
                done = self.vector(x, out)
                return done

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                done = self.both(x, out)
                return done
            """;

    /// Pipe 0 has two rings of 4 × 1024 bytes, pipe 3 one of 2 × 2048: 12288 bytes, 3072 elements.
    @Test
    void severalPipesLieOneAfterTheOther() {
        assertThat(Printer.print(injected(TWO_PIPES)))
                .contains("pl.tensor.create([3072]")
                .contains("pl.system.aic_initialize_pipe(0, 4096, pipe_slice, dir_mask=3")
                .contains("pl.system.aic_initialize_pipe(8192, 0, pipe_slice, dir_mask=1, id=3");
    }

    @Test
    void endsOfOnePipeThatDifferAreAMistake() {
        CASE.given(TWO_PIPES.replace(
                        "aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=4",
                        "aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=2"))
                .fails("COMP-311", 18, "pipe 0 has 2 slots of 1024 bytes here and 4 of 1024 at its other end");
    }
}
