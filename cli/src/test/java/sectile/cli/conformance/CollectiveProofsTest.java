package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import sectile.compiler.pass.PassContext;
import sectile.compiler.passes.InsertCommFences;
import sectile.compiler.passes.LowerCompositeOps;
import sectile.compiler.target.Targets;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.text.FrontEnd;

/// The collectives on windows, as the compiler lowers them, are right in silicon order in every schedule of few
/// ranks, and each signal, wait and fence in them is needed.
class CollectiveProofsTest {
    private static final int MAX_STEPS = 20_000;
    private static final long MAX_RUNS = 2_000;

    /// A row is read between two barriers.
    private static final String MEET = """
        sig = pld.tensor.barrier(sig)
                other = pld.tile.remote_load(data, 1, [0, 0], [1, 4])
                sig = pld.tensor.barrier(sig)\
        """;

    private static final List<String> ALL = List.of(
            MEET,
            "data = pld.tensor.broadcast(data, sig, root=1)",
            "data = pld.tensor.allreduce(data, sig)",
            "data = pld.tensor.allreduce(data, sig, mode=\"ring\")",
            "data = pld.tensor.reduce_scatter(data, sig)",
            "inbox = pld.tensor.allgather(x, inbox, sig)",
            "inbox = pld.tensor.all_to_all(data, inbox, sig)");

    /// Mutants that are right as well: what a rank wrote since the last fence is in its own part, which its peers
    /// read or write only after the next one.
    private static final List<String> EQUIVALENT = List.of(
            "data = pld.tensor.broadcast(data, sig, root=1) site 3 of 7: system.fence proved",
            "data = pld.tensor.allreduce(data, sig) site 5 of 7: system.fence proved",
            "data = pld.tensor.reduce_scatter(data, sig) site 3 of 7: system.fence proved",
            "inbox = pld.tensor.allgather(x, inbox, sig) site 3 of 7: system.fence proved",
            "inbox = pld.tensor.all_to_all(data, inbox, sig) site 3 of 7: system.fence proved");

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
                      sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]]):
                    data = pl.store(pl.tile.full([1, 4], dtype=pl.INT32, value=2), [0, 0], data)
                    %2$s
                    row = pl.load(data, [0, 0], [%1$d, 4])
                    inbox = pl.store(pl.add(pl.load(inbox, [0, 0], [%1$d, 4]), 1), [0, 0], inbox)
                    return data, inbox, sig
            """.formatted(ranks, collective);
        var diagnostics = new Diagnostics();
        var context = new PassContext(Targets.builtIn("npu-gm"), diagnostics);
        Program program = FrontEnd.parse(new SourceFile("k.py", text));
        Program result = new InsertCommFences().run(new LowerCompositeOps().run(program, context), context);
        diagnostics.throwIfErrors();
        return result;
    }

    /// Two calls, so that what the first one leaves behind matters.
    private static Verification verify(Program program, int ranks, int calls) {
        Run run = Run.of("k")
                .with("x", NdArray.full(DType.I32, Shape.of(ranks, 1, 4), 3))
                .on(ranks)
                .repeated(calls);
        return new Verifier(program, run, MemoryOrder.SILICON).explore(MAX_RUNS, MAX_STEPS, () -> false);
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

    private static boolean isSite(Stmt statement) {
        if (statement instanceof Seq
                || statement instanceof For
                || statement instanceof If
                || statement instanceof While) {
            return false;
        }
        boolean[] found = {false};
        Walk.eachExpression(
                statement,
                e -> found[0] |= e instanceof OpCall call
                        && (call.op().semantics() instanceof Semantics.Signal
                                || call.op().semantics() == Semantics.Synchronise.FENCE));
        return found[0];
    }

    private static Program without(Program program, int site) {
        int[] next = {0};
        return Rewriter.bottomUp(e -> e, s -> isSite(s) && next[0]++ == site ? Seq.EMPTY : s)
                .program(program);
    }

    /// The op at a site.
    private static String site(Program program, int site) {
        int[] next = {0};
        var text = new StringBuilder();
        Rewriter.bottomUp(e -> e, s -> {
                    if (isSite(s) && next[0]++ == site) {
                        Walk.eachExpression(
                                s,
                                e -> text.append(
                                        e instanceof OpCall call ? call.op().name() + " " : ""));
                    }
                    return s;
                })
                .program(program);
        return text.toString();
    }

    private static int sites(Program program) {
        int[] count = {0};
        Rewriter.bottomUp(e -> e, s -> {
                    count[0] += isSite(s) ? 1 : 0;
                    return s;
                })
                .program(program);
        return count[0];
    }

    @Test
    void everySignalWaitAndFenceIsNeeded() {
        var superfluous = new ArrayList<String>();
        int mutants = 0;
        for (String collective : ALL) {
            Program program = lowered(collective, 2);
            int count = sites(program);
            assertThat(count).isGreaterThan(2);
            for (int site = 0; site < count; site++) {
                mutants++;
                if (verify(without(program, site), 2, 2).verdict() != Verdict.FOUND
                        && verify(without(lowered(collective, 3), site), 3, 2).verdict() != Verdict.FOUND) {
                    superfluous.add(collective + " site " + site + " of " + count + ": " + site(program, site)
                            + verify(without(program, site), 2, 2).verdict().text());
                }
            }
        }
        assertThat(mutants).isGreaterThan(20);
        assertThat(superfluous).containsExactlyElementsOf(EQUIVALENT);
    }
}
