package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

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
}
