package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.race.MemoryOrder;
import sectile.check.superfluous.ProgramVariants;
import sectile.check.superfluous.Superfluous;
import sectile.check.superfluous.Variant;
import sectile.compiler.pass.PassContext;
import sectile.compiler.passes.InsertCommFences;
import sectile.compiler.passes.LowerCompositeOps;
import sectile.compiler.target.Targets;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// The collectives on windows, as the compiler lowers them, are right in silicon order in every schedule of few
/// ranks, and each signal, wait and fence in them is needed.
class CollectiveProofsTest {
    private static final int MAX_STEPS = 20_000;
    private static final long MAX_RUNS = 2_000;
    /// All collectives on four ranks, however long each takes up to two minutes, and the drawn orders of eight.
    private static final boolean FULL = Boolean.getBoolean("sectile.proofs.full");

    private static final double MOST_SECONDS = 120;

    /// A row is read between two barriers.
    private static final String MEET = """
        sig = pld.tensor.barrier(sig)
                other = pld.tile.remote_load(data, 1, [0, 0], [1, 4])
                sig = pld.tensor.barrier(sig)\
        """;

    private static final String COUNTED = "inbox = pld.tensor.all_to_all_v(data, inbox, sig, counts, got)";

    private static final List<String> ALL = List.of(
            MEET,
            "data = pld.tensor.broadcast(data, sig, root=1)",
            "data = pld.tensor.allreduce(data, sig)",
            "data = pld.tensor.allreduce(data, sig, mode=\"ring\")",
            "data = pld.tensor.reduce_scatter(data, sig)",
            "inbox = pld.tensor.allgather(x, inbox, sig)",
            "inbox = pld.tensor.all_to_all(data, inbox, sig)",
            COUNTED);

    /// More than 2,000 classes of orders on four ranks.
    private static final List<String> LONG_ON_FOUR = List.of(MEET, COUNTED);

    /// Mutants that are right as well: what a rank wrote since the last fence is in its own part, which its
    /// peers read or write only after the next one. In all_to_all_v, rows are read after a third round, with a
    /// fence before it: that one and the one before the signal of the rows (10 and 4) can each be left out, not
    /// both.
    private static final List<String> EQUIVALENT = List.of(
            "data = pld.tensor.broadcast(data, sig, root=1) site 3 of 7: fence `system.fence`",
            "data = pld.tensor.allreduce(data, sig) site 5 of 7: fence `system.fence`",
            "data = pld.tensor.reduce_scatter(data, sig) site 3 of 7: fence `system.fence`",
            "inbox = pld.tensor.allgather(x, inbox, sig) site 3 of 7: fence `system.fence`",
            "inbox = pld.tensor.all_to_all(data, inbox, sig) site 3 of 7: fence `system.fence`",
            COUNTED + " site 3 of 15: fence `system.fence`",
            COUNTED + " site 4 of 15: fence `system.fence`",
            COUNTED + " site 6 of 15: fence `system.fence`",
            COUNTED + " site 8 of 15: fence `system.fence`",
            COUNTED + " site 10 of 15: fence `system.fence`");

    private static Program lowered(String collective, int ranks) {
        String text = """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[1, 4], pl.INT32],
                      data: pl.InOut[pld.DistributedTensor[[%1$d, 4], pl.INT32]],
                      inbox: pl.InOut[pld.DistributedTensor[[%1$d, 4], pl.INT32]],
                      sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
                      counts: pl.Tensor[[%1$d, 1], pl.INT32],
                      got: pl.InOut[pld.DistributedTensor[[%1$d, 1], pl.INT32]]):
                    data = pl.store(pl.tile.full([1, 4], dtype=pl.INT32, value=2), [0, 0], data)
                    %2$s
                    row = pl.load(data, [0, 0], [%1$d, 4])
                    inbox = pl.store(pl.add(pl.load(inbox, [0, 0], [%1$d, 4]), 1), [0, 0], inbox)
                    return data, inbox, sig, got
            """.formatted(ranks, collective);
        var diagnostics = new Diagnostics();
        var context = new PassContext(Targets.builtIn("npu-gm"), diagnostics);
        Program program = FrontEnd.parse(new SourceFile("k.py", text));
        Program result = new InsertCommFences().run(new LowerCompositeOps().run(program, context), context);
        diagnostics.throwIfErrors();
        return result;
    }

    private static Run run(int ranks, int calls) {
        return Run.of("k")
                .with("x", NdArray.full(DType.I32, Shape.of(ranks, 1, 4), 3))
                .with("counts", NdArray.full(DType.I32, Shape.of(ranks, ranks, 1), 1))
                .on(ranks)
                .repeated(calls);
    }

    private static Verification verify(Program program, int ranks, int calls) {
        return explore(new Verifier(program, run(ranks, calls), MemoryOrder.SILICON));
    }

    /// Nearly every mutant is found in the first runs.
    private static Verification look(Verifier verifier) {
        return verifier.explore(FULL ? MAX_RUNS : MAX_RUNS / 20, MAX_STEPS, () -> false);
    }

    private static Verification explore(Verifier verifier) {
        return verifier.explore(MAX_RUNS, MAX_STEPS, () -> false);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void collectivesAreProved(int ranks) {
        Map<String, String> verdicts = new TreeMap<>();
        for (String collective : ALL) {
            Verification done = verify(lowered(collective, ranks), ranks, 1);
            verdicts.put(collective, done.verdict().text() + done.findings());
        }
        assertThat(verdicts.values()).as("%s", verdicts).containsOnly(Verdict.PROVED.text() + "[]");
    }

    @Test
    void fourRanksAreProvedWhereThatEndsInTwoMinutes() {
        var unproved = new ArrayList<String>();
        for (String collective : ALL) {
            if (LONG_ON_FOUR.contains(collective) && !FULL) {
                continue;
            }
            long start = System.nanoTime();
            Verification done = new Verifier(lowered(collective, 4), run(4, 1), MemoryOrder.SILICON)
                    .explore(
                            Long.MAX_VALUE,
                            MAX_STEPS,
                            FULL ? 2 : 1,
                            () -> (System.nanoTime() - start) / 1e9 > MOST_SECONDS,
                            (executions, left) -> {});
            assertThat(done.findings()).as(collective).isEmpty();
            if (done.verdict() != Verdict.PROVED) {
                unproved.add(collective + ": " + done.executions() + " classes, left " + done.left());
            }
        }
        assertThat(unproved).hasSizeLessThanOrEqualTo(FULL ? LONG_ON_FOUR.size() : 0);
        unproved.forEach(System.out::println);
    }

    @Test
    void nothingIsFoundInDrawnOrdersOfEightRanks() {
        int orders = Integer.getInteger("sectile.proofs.orders", FULL ? 10_000 : 3);
        for (String collective : ALL) {
            var verifier = new Verifier(lowered(collective, 8), run(8, 1), MemoryOrder.SILICON);
            Verification done = verifier.sample(orders, 1, () -> false);
            assertThat(done.findings()).as(collective).isEmpty();
            assertThat(done.schedules()).isEqualTo(orders);
        }
    }

    @Test
    void everySignalWaitAndFenceIsNeeded() {
        var superfluous = new ArrayList<String>();
        int mutants = 0;
        for (String collective : ALL) {
            var first = new ProgramVariants(lowered(collective, 2), run(2, 1), MemoryOrder.SILICON);
            var third = new ProgramVariants(lowered(collective, 3), run(3, 1), MemoryOrder.SILICON);
            var how = new Superfluous.How() {
                @Override
                public Verification verify(Variant variant) {
                    Verification two = first.verify(variant, 2, CollectiveProofsTest::look);
                    return two.verdict() == Verdict.FOUND
                            ? two
                            : two.weaker(third.verify(variant, 3, CollectiveProofsTest::look));
                }

                @Override
                public OptionalLong time(Variant variant) {
                    return OptionalLong.empty();
                }
            };
            assertThat(first.sites()).hasSizeGreaterThan(2);
            Superfluous.Answer answer = Superfluous.of(first.sites(), List.of(), how, () -> false);
            mutants += answer.sites().size();
            assertThat(answer.sites(Superfluous.Need.UNDECIDED)).isEmpty();
            if (collective.equals(COUNTED)) {
                assertThat(answer.together()).hasSize(4);
            }
            answer.sites(Superfluous.Need.SUPERFLUOUS)
                    .forEach(site -> superfluous.add(collective + " site " + site.number() + " of "
                            + answer.sites().size() + ": " + site.site().what()));
        }
        assertThat(mutants).isGreaterThan(40);
        assertThat(superfluous).containsExactlyElementsOf(EQUIVALENT);
    }
}
