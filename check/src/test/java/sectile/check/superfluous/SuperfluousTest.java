package sectile.check.superfluous;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.SourceFile;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;
import sectile.check.superfluous.Superfluous.Judgement;
import sectile.check.superfluous.Superfluous.Need;
import sectile.interp.Run;
import sectile.ir.text.FrontEnd;

/// What programs could leave out.
class SuperfluousTest {
    private static final String HEAD = """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, data: pl.InOut[pld.DistributedTensor[[2, 4], pl.INT32]],
                      sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                      cells: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    me = pld.rank(pld.get_comm_ctx(data))
                    n = pld.nranks(pld.get_comm_ctx(data))
                    data = pl.store(pl.tile.full([1, 4], dtype=pl.INT32, value=2), [0, 0], data)
            """;

    private static Superfluous.Answer answer(String body, MemoryOrder order) {
        String text = HEAD + body.indent(8) + "        return data, sig, cells\n";
        return answerOf(text, "k", 2, order);
    }

    private static Superfluous.Answer answerOf(String text, String entry, int ranks, MemoryOrder order) {
        var variants = new ProgramVariants(FrontEnd.parse(new SourceFile("p.py", text)), Run.of(entry), order);
        var how = new Superfluous.How() {
            @Override
            public Verification verify(Variant variant) {
                return variants.verify(variant, ranks, v -> v.explore(5_000, 5_000, () -> false));
            }

            @Override
            public OptionalLong time(Variant variant) {
                return OptionalLong.of(100 - variant.without().size());
            }
        };
        return Superfluous.of(variants.sites(), variants.queues(), how, () -> false);
    }

    private static List<String> found(Superfluous.Answer answer) {
        return answer.sites(Need.SUPERFLUOUS).stream()
                .map(judgement ->
                        judgement.number() + " " + judgement.site().kind().text())
                .toList();
    }

    @Test
    void ofTwoBarriersInARowEitherIsSuperfluousButNotBoth() {
        Superfluous.Answer answer = answer("""
                sig = pld.tensor.barrier(sig)
                sig = pld.tensor.barrier(sig)
                other = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [1, 4])
                sig = pld.tensor.barrier(sig)
                data = pl.store(other, [0, 0], data)
                """, MemoryOrder.STRONG);
        assertThat(answer.program().verdict()).isEqualTo(Verdict.PROVED);
        assertThat(found(answer)).containsExactly("0 barrier", "1 barrier");
        assertThat(answer.together()).extracting(Judgement::number).containsExactly(0);
        assertThat(answer.sites().getLast().need()).isEqualTo(Need.NEEDED);
        assertThat(answer.sites().getLast().why().orElseThrow().code()).isEqualTo("CHECK-101");
        assertThat(answer.diagnostics()).extracting(Diagnostic::code).containsOnly("CHECK-120");
        assertThat(answer.diagnostics().getFirst().notes().getFirst().message()).contains("1 ps faster than 100 ps");
        assertThat(answer.diagnostics().getLast().hint()).contains("not all of them can be left out at once");
    }

    @Test
    void aNotifyThatNoRankWaitsForIsSuperfluousAndAWaitOfAPublishedRowIsNot() {
        Superfluous.Answer answer = answer("""
                pld.system.notify(cells, (me + 1) % n, [0, 0], 1)
                pld.system.notify(sig, (me + 1) % n, [0, 0], 1)
                pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                other = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [1, 4])
                """, MemoryOrder.STRONG);
        assertThat(found(answer)).containsExactly("0 notify");
        assertThat(answer.sites()).hasSize(3);
    }

    /// Without the last notify the next call passes its wait at once; only a third call shows that.
    @Test
    void whatACallLeavesBehindCounts() {
        Superfluous.Answer answer = answer("""
                pld.system.notify(sig, (me + 1) % n, [0, 0], 1)
                pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                other = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [1, 4])
                pld.system.notify(cells, (me + 1) % n, [0, 0], 1)
                pld.system.wait(cells, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                pld.system.notify(sig, me, [0, 0], -1)
                pld.system.notify(cells, me, [0, 0], -1)
                """, MemoryOrder.STRONG);
        assertThat(answer.program().verdict()).isEqualTo(Verdict.PROVED);
        assertThat(found(answer)).isEmpty();
    }

    @Test
    void fencesCountInSiliconOrderOnly() {
        String body = """
                pld.system.fence()
                pld.system.fence()
                pld.system.notify(sig, (me + 1) % n, [0, 0], 1)
                pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                other = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [1, 4])
                """;
        assertThat(found(answer(body, MemoryOrder.SILICON))).containsExactly("0 fence", "1 fence");
        Superfluous.Answer strong = answer(body, MemoryOrder.STRONG);
        assertThat(strong.sites())
                .extracting(judgement -> judgement.site().kind())
                .containsExactly(Site.Kind.NOTIFY, Site.Kind.WAIT);
    }

    @Test
    void aProgramWithAMistakeIsNotTrimmed() {
        Superfluous.Answer answer = answer("""
                other = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [1, 4])
                sig = pld.tensor.barrier(sig)
                """, MemoryOrder.STRONG);
        assertThat(answer.program().verdict()).isEqualTo(Verdict.FOUND);
        assertThat(answer.sites()).isEmpty();
    }

    private static final String TASKS = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def put(self, y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                    y = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [0, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.InCore)
                def get(self, y: pl.Tensor[[1, 8], pl.FP32], z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                    z = pl.store(pl.load(y, [0, 0], [1, 8]), [0, 0], z)
                    return z

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                    x = pl.create_tensor([1, 8], dtype=pl.FP32)
                    y = pl.create_tensor([1, 8], dtype=pl.FP32)
                    with pl.manual_scope():
                        p, a = pl.submit(self.put, x)
                        q, b = pl.submit(self.put, y)
                        r, c = pl.submit(self.get, y, z, deps=[a, b])
                    return z
            """;

    @Test
    void aDependencyOnATaskWhoseOutputIsNotReadIsSuperfluous() {
        Superfluous.Answer answer = answerOf(TASKS, "main", 1, MemoryOrder.STRONG);
        assertThat(found(answer)).containsExactly("0 dependency");
        assertThat(answer.sites()).hasSize(2);
    }

    private static String pipes(int slots) {
        return """
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.AIC)
                    def cube(self, a: pl.Tensor[[16, 16], pl.FP32]):
                        pl.aic_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=%1$d)
                        t = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
                        for i in pl.range(2):
                            pl.tile.tpush_to_aiv(t, split=0)
                        for i in pl.range(2):
                            u = pl.tile.tpop_from_aiv(shape=[16, 16], dtype=pl.FP32, split=0)
                            pl.system.tfree_to_aiv(u)

                    @pl.function(type=pl.FunctionType.AIV)
                    def vector(self, a: pl.Tensor[[16, 16], pl.FP32]):
                        pl.aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=%1$d)
                        t = pl.load(a, [0, 0], [16, 16])
                        for i in pl.range(2):
                            pl.tile.tpush_to_aic(t, split=0)
                        for i in pl.range(2):
                            u = pl.tile.tpop_from_aic(shape=[16, 16], dtype=pl.FP32, split=0)
                            pl.system.tfree_to_aic(u)

                    @pl.function(type=pl.FunctionType.Group)
                    def both(self, a: pl.Tensor[[16, 16], pl.FP32]):
                        self.cube(a)
                        self.vector(a)

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, a: pl.Tensor[[16, 16], pl.FP32]):
                        self.both(a)
                """.formatted(slots);
    }

    @Test
    void theLeastDepthOfAPipeIsFound() {
        var variants = new ProgramVariants(
                FrontEnd.parse(new SourceFile("p.py", pipes(8))),
                Run.of("main")
                        .with(
                                "a",
                                sectile.base.array.NdArray.zeros(
                                        sectile.base.array.DType.F32, sectile.base.array.Shape.of(16, 16))),
                MemoryOrder.STRONG);
        var how = new Superfluous.How() {
            @Override
            public Verification verify(Variant variant) {
                return variants.verify(variant, 1, v -> v.explore(5_000, 5_000, () -> false));
            }

            @Override
            public OptionalLong time(Variant variant) {
                return OptionalLong.empty();
            }
        };
        Superfluous.Answer answer = Superfluous.of(List.of(), variants.queues(), how, () -> false);
        assertThat(answer.depths()).hasSize(1);
        assertThat(answer.depths().getFirst().queue()).hasToString("Queue[name=pipe 0, slots=8, span=p.py:7:9]");
        assertThat(answer.depths().getFirst().least()).isEqualTo(2);
        assertThat(answer.diagnostics()).extracting(Diagnostic::code).containsExactly("CHECK-121");
    }
}
