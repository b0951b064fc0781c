package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;

/// A program that cannot continue says what each part waits for, and where.
class StuckTest {
    private static final String HEADER = """
        import pypto.language as pl
        import pypto.language.distributed as pld

        """;

    private static Diagnostic stuck(String text, Run run) {
        var interpreter = new Interpreter(Programs.parse(HEADER + text));
        var thrown = catchThrowableOfType(DiagnosticException.class, () -> interpreter.run(run));
        assertThat(thrown).isNotNull();
        assertThat(thrown.diagnostics()).hasSize(1);
        return thrown.diagnostics().getFirst();
    }

    @Test
    void signalThatNobodySends() {
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
                    pld.system.notify(sig, 0, [0, 0], 1)
                    pld.system.wait(sig, [0, 0], 2, cmp=pld.WaitCmp.Ge)
            """;
        Diagnostic report = stuck(text, Run.of("k").on(2));
        assertThat(report.code()).isEqualTo("EXEC-201");
        assertThat(report.notes().getFirst().span().line()).isEqualTo(9);
        assertThat(report.notes())
                .extracting(Diagnostic.Note::message)
                .containsExactly(
                        "rank 1, k waits until sig of rank 1 [0, 0] >= 2; it is 0",
                        "no actor has signalled sig of rank 1 [0, 0], for which rank 1, k waits");
    }

    @Test
    void rankThatIsMissingFromACollective() {
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    me = pld.rank(pld.get_comm_ctx(sig))
                    if me != 2:
                        sig = pld.tensor.barrier(sig)
            """;
        Diagnostic report = stuck(text, Run.of("k").on(4));
        assertThat(report.code()).isEqualTo("EXEC-201");
        assertThat(report.notes())
                .extracting(Diagnostic.Note::message)
                .anySatisfy(note -> assertThat(note).contains("rank 3, k waits in pld.tensor.barrier for rank 2"))
                .endsWith("rank 2 has ended without arriving in pld.tensor.barrier");
        assertThat(report.notes().getFirst().span().line()).isEqualTo(10);
    }

    @Test
    void pipeThatIsNeverEmptied() {
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.AIC)
                def cube(self, a: pl.Tensor[[16, 16], pl.FP32]):
                    pl.aic_initialize_pipe(dir_mask=1, slot_size=1024, slot_num=2)
                    t = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
                    for i in pl.range(3):
                        pl.tile.tpush_to_aiv(t)

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, a: pl.Tensor[[16, 16], pl.FP32]):
                    self.cube(a)
            """;
        Diagnostic report = stuck(text, Run.of("main").with("a", Programs.random(DType.F32, 1, 16, 16)));
        assertThat(report.span().line()).isEqualTo(11);
        assertThat(report.notes().getFirst().message()).contains("for a free slot of pipe 0", "all 2 are in use");
    }

    @Test
    void loopThatPollsForever() {
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, flag: pl.Tensor[[1], pl.INT32]):
                    while pl.tensor.read(flag, [0]) == 0:
                        pl.system.fence()
            """;
        Run run =
                Run.of("k").with("flag", Programs.integers(DType.I32, 1, 1, 1)).patient(1000);
        Diagnostic report = stuck(text, run);
        assertThat(report.code()).isEqualTo("EXEC-202");
        assertThat(report.span().line()).isEqualTo(8);
    }

    @Test
    void accessOutsideATensorNamesThePlace() {
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[16, 16], pl.FP32], at: pl.Scalar[pl.INDEX]):
                    t = pl.load(x, [at, 0], [8, 16])
            """;
        Run run = Run.of("k").with("x", Programs.random(DType.F32, 1, 16, 16)).with("at", 12);
        Diagnostic report = stuck(text, run);
        assertThat(report.code()).isEqualTo("EXEC-101");
        assertThat(report.span().line()).isEqualTo(8);
        assertThat(report.message()).contains("elements 12 to 20 of dimension 0 are outside 16x16");
    }

    @Test
    void everyFiberIsUnwoundAfterAFailure() {
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
                    me = pld.rank(pld.get_comm_ctx(sig))
                    if me == 1:
                        pld.system.notify(sig, 7, [0, 0], 1)
                    pld.system.wait(sig, [0, 0], 1)
            """;
        Diagnostic report = stuck(text, Run.of("k").on(2));
        assertThat(report.code()).isEqualTo("EXEC-110");
        assertThat(report.message()).contains("there is no peer 7 among 2 ranks", "rank 1");
    }
}
