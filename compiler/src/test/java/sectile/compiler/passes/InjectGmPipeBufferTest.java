package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.compiler.PassCase;
import sectile.compiler.target.Targets;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.TensorType;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.Direction;
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

    /// A form of launch, the sizes of the buffers that are created for it, and the functions that are handed one.
    record Form(String name, String program, List<String> creates, List<String> handed) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<String> KERNELS = List.of("kernel", "kernel_aic", "kernel_aiv");

    static List<Form> forms() {
        return List.of(
                new Form("constant", MixedPrograms.FOUR_BLOCKS, List.of("2048"), KERNELS),
                new Form("parameter", MixedPrograms.PARAMETER, List.of("(blocks * 512)"), KERNELS),
                new Form("expression", MixedPrograms.EXPRESSION, List.of("(cast((n + 1), INDEX) * 512)"), KERNELS),
                new Form("loop", MixedPrograms.LOOP, List.of("(i * 512)"), KERNELS),
                new Form("two constants", MixedPrograms.TWO_CONSTANTS, List.of("1024", "2048"), KERNELS),
                new Form("two counts", MixedPrograms.TWO_LAUNCHES, List.of("1024", "(blocks * 512)"), KERNELS),
                new Form("branches", MixedPrograms.BRANCHES, List.of("1536", "(blocks * 512)"), KERNELS),
                new Form("submitted", MixedPrograms.SUBMITTED, List.of("2048"), KERNELS),
                new Form("submitted in a loop", MixedPrograms.SUBMITTED_IN_A_LOOP, List.of("(blocks * 512)"), KERNELS),
                new Form(
                        "in SPMD",
                        MixedPrograms.IN_SPMD,
                        List.of("2048"),
                        List.of("everywhere", "kernel", "kernel_aic", "kernel_aiv")),
                new Form(
                        "in SPMD, in a loop and a branch",
                        MixedPrograms.IN_SPMD_LOOP,
                        List.of("2048", "(blocks * 512)"),
                        List.of("everywhere", "kernel", "kernel_aic", "kernel_aiv")),
                new Form("nested orchestration", MixedPrograms.NESTED, List.of("2048"), KERNELS));
    }

    /// Every launch creates its buffer directly before itself, in its own block, and so behind the definition of its
    /// count; the buffer is handed down to both cores, and no orchestration has it as a parameter. That the program
    /// computes the same is part of every case.
    @ParameterizedTest
    @MethodSource("forms")
    void everyFormOfLaunchIsWired(Form form) {
        Program after = injected(form.program());
        var creates = new ArrayList<String>();
        var before = new ArrayList<String>();
        for (Function function : after.functions()) {
            Walk.each(function.body(), statement -> {
                List<Stmt> steps = Seq.steps(statement);
                for (int i = 0; statement instanceof Seq && i < steps.size(); i++) {
                    if (steps.get(i) instanceof Assign create
                            && create.target().name().startsWith("gm_pipe_buffer")) {
                        creates.add(((TensorType) create.target().type())
                                .shape()
                                .getFirst()
                                .toString());
                        Walk.eachExpression(steps.get(i + 1), e -> {
                            if (e == create.target()) {
                                before.add(create.target().name());
                            }
                        });
                    }
                }
            });
        }
        assertThat(creates).containsExactlyInAnyOrderElementsOf(form.creates());
        assertThat(before).as("creates directly before their launch").hasSameSizeAs(creates);
        assertThat(after.functions())
                .filteredOn(f -> f.params().stream().anyMatch(p -> p.name().equals("__gm_pipe_buffer")))
                .extracting(Function::name)
                .containsExactlyInAnyOrderElementsOf(form.handed());
        assertThat(after.functions())
                .filteredOn(f -> form.handed().contains(f.name()))
                .flatExtracting(Function::params)
                .filteredOn(p -> p.name().equals("__gm_pipe_buffer"))
                .allMatch(p ->
                        p.direction() == Direction.OUT && p.type().toString().contains("FP32"));
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

    /// 8192 bytes and 2 × 2052 are 12296 bytes: 3074 elements for every block.
    @ParameterizedTest
    @CsvSource({"1, 3074", "3, 9222"})
    void bothDirectionsOfSeveralPipesAreScaledByAConstant(int blocks, String elements) {
        String text = TWO_PIPES
                .replace("slot_size=2048", "slot_size=2052")
                .replace("self.both(x, out)", "self.both(x, out, core_num=" + blocks + ")");
        assertThat(Printer.print(injected(text))).contains("pl.tensor.create([" + elements + "]");
    }

    @Test
    void bothDirectionsOfSeveralPipesAreScaledByACountOfTheRun() {
        String text = TWO_PIPES
                .replace(
                        "def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]])",
                        "def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],"
                                + " blocks: pl.Scalar[pl.INDEX])")
                .replace("self.both(x, out)", "self.both(x, out, core_num=blocks)");
        assertThat(Printer.print(injected(text))).contains("pl.tensor.create([blocks * 3072]");
    }

    @Test
    void endsOfOnePipeThatDifferAreAMistake() {
        CASE.given(TWO_PIPES.replace(
                        "aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=4",
                        "aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=2"))
                .fails("COMP-311", 18, "pipe 0 has 2 slots of 1024 bytes here and 4 of 1024 at its other end");
    }
}
