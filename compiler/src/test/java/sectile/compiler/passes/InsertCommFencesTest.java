package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.ir.Program;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Seq;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

class InsertCommFencesTest {
    private static final String HEAD = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, x: pl.Tensor[[1, 8], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                  s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                t = pl.load(x, [0, 0], [1, 8])
            """;

    private static PassCase pass() {
        return PassCase.of(new InsertCommFences());
    }

    @Test
    void betweenAStoreAndTheSignalsThatFollowIt() {
        pass().given(HEAD + """
                    w1 = pl.store(t, [0, 0], w)
                    for p in pl.range(1):
                        pld.system.notify(s, p, [0, 0], 1)
                    pld.system.notify(s, 0, [0, 0], 1)
                    return w1
                """).becomes(HEAD + """
                    w1 = pl.store(t, [0, 0], w)
                    pl.system.fence()
                    for p in pl.range(1):
                        pld.system.notify(s, p, [0, 0], 1)
                    pld.system.notify(s, 0, [0, 0], 1)
                    return w1
                """);
    }

    @Test
    void inALoopBetweenTheRounds() {
        pass().given(HEAD + """
                    for i in pl.range(4):
                        pld.system.notify(s, 0, [0, 0], 1)
                        pl.store(t, [0, 0], w)
                    return w
                """).becomes(HEAD + """
                    for i in pl.range(4):
                        pl.system.fence()
                        pld.system.notify(s, 0, [0, 0], 1)
                        pl.store(t, [0, 0], w)
                    return w
                """);
    }

    @Test
    void afterABranchThatMayHaveWritten() {
        pass().given(HEAD + """
                    c = pld.get_comm_ctx(w)
                    me = pld.rank(c)
                    if me == 0:
                        pl.store(t, [0, 0], w)
                    pld.system.notify(s, 0, [0, 0], 1)
                    return w
                """).becomes(HEAD + """
                    c = pld.get_comm_ctx(w)
                    me = pld.rank(c)
                    if me == 0:
                        pl.store(t, [0, 0], w)
                    pl.system.fence()
                    pld.system.notify(s, 0, [0, 0], 1)
                    return w
                """);
    }

    @Test
    void nothingIsWrittenNothingIsFenced() {
        pass().given(HEAD + """
                    pld.system.notify(s, 0, [0, 0], 1)
                    w1 = pl.store(t, [0, 0], w)
                    pl.system.fence()
                    pld.system.notify(s, 0, [0, 0], 1)
                    return w1
                """).stays();
    }

    @Test
    void aProgramWithoutItsFencesIsRefused() {
        Program fenced = PassCase.of(new InsertCommFences())
                .after(new LowerCompositeOps())
                .given(HEAD + """
                    w1 = pl.store(t, [0, 0], w)
                    w2 = pld.tensor.allreduce(w1, s, mode="ring")
                    return w2
                """)
                .result();
        Program mutated = Rewriter.bottomUp(
                        e -> e,
                        s -> s instanceof Eval eval
                                        && eval.value() instanceof OpCall call
                                        && call.op().semantics() == Semantics.Synchronise.FENCE
                                ? Seq.EMPTY
                                : s)
                .program(fenced);
        var diagnostics = new Diagnostics();
        Verifier.verify(mutated, EnumSet.of(Property.DATA_ORDERED), diagnostics);
        assertThat(diagnostics.all()).isNotEmpty().extracting(Diagnostic::code).containsOnly("LANG-668");
    }
}
