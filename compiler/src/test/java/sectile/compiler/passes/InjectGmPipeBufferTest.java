package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

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

    // ---- what the contract forbids is noticed

    private static NdArray random(long seed, long... dims) {
        var random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(DType.F32, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            array.setDoubleAt(i, random.nextDouble());
        }
        return array;
    }

    private static List<Double> run(Program program, long n, long schedule) {
        Run run = Run.of("main")
                .with("x", random(1, 64, 32))
                .with("w", random(2, 32, 16))
                .with("r", random(3, 64, 16))
                .with("out", NdArray.zeros(DType.F32, Shape.of(64, 16)))
                .seeded(schedule);
        if (n > 0) {
            run = run.with("n", n);
        }
        NdArray out = new Interpreter(program).run(run).output("out");
        var values = new ArrayList<Double>();
        for (long i = 0; i < out.elements(); i++) {
            values.add(out.getDoubleAt(i));
        }
        return values;
    }

    private static Program edited(Program program, UnaryOperator<Stmt> edit) {
        return Rewriter.bottomUp(e -> e, edit).program(program);
    }

    @Test
    void fourBlocksComputeTheReferenceAndWithoutSharesTheyDoNot() {
        Program sharded = injected(MixedPrograms.FOUR_BLOCKS);
        Program shared = edited(
                sharded,
                s -> s instanceof Assign a && a.target().name().equals("pipe_start")
                        ? a.withValue(ConstInt.index(0))
                        : s);
        List<Double> reference = run(PassCase.program(MixedPrograms.FOUR_BLOCKS), 0, 0);
        int wrong = 0;
        for (long seed = 0; seed < 20; seed++) {
            assertThat(run(sharded, 0, seed)).as("schedule " + seed).isEqualTo(reference);
            wrong += run(shared, 0, seed).equals(reference) ? 0 : 1;
        }
        assertThat(wrong)
                .as("schedules in which blocks overwrite each other's slots")
                .isPositive();
    }

    private static boolean isCreate(Stmt statement) {
        return statement instanceof Assign a
                && a.value() instanceof OpCall call
                && call.op().semantics() == Semantics.Create.UNDEFINED;
    }

    /// If the callee decided, both launches would get the buffer of the first one.
    @Test
    void aBufferOfAnotherLaunchIsTooSmall() {
        Program after = injected(MixedPrograms.TWO_LAUNCHES);
        assertThat(run(after, 3, 0)).isEqualTo(run(PassCase.program(MixedPrograms.TWO_LAUNCHES), 3, 0));
        List<Assign> creates = new ArrayList<>();
        Program callee = edited(after, s -> {
            if (isCreate(s)) {
                creates.add((Assign) s);
                return creates.size() > 1
                        ? ((Assign) s).withValue(creates.getFirst().value())
                        : s;
            }
            return s;
        });
        assertThatThrownBy(() -> run(callee, 3, 0))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("EXEC-118");
    }

    @Test
    void aCreateAboveItsCountIsNotDefined() {
        Program after = injected(MixedPrograms.PARAMETER);
        Program hoisted = edited(after, s -> {
            if (s instanceof Seq seq && seq.steps().stream().anyMatch(InjectGmPipeBufferTest::isCreate)) {
                List<Stmt> steps = new ArrayList<>(seq.steps());
                Stmt create = steps.stream()
                        .filter(InjectGmPipeBufferTest::isCreate)
                        .findFirst()
                        .orElseThrow();
                steps.remove(create);
                steps.addFirst(create);
                return Seq.of(steps, seq.origin());
            }
            return s;
        });
        var diagnostics = new Diagnostics();
        Verifier.verify(hoisted, Set.of(Property.DEFINED_BEFORE_USE), diagnostics);
        assertThat(diagnostics.hasErrors()).isTrue();
        assertThat(diagnostics.all().getFirst().message()).contains("blocks");
    }
}
