package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class UnrollLoopsTest {
    private static final PassCase PASS = PassCase.of(new UnrollLoops());

    @Test
    void iterationsReachTypesAndCarriedValues() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
                    a = pl.load(x, [0, 0], [8, 32])
                    for i, (acc,) in pl.unroll(1, 3, init_values=(a,)):
                        t = pl.load(x, [i, 0], [8, 32], valid_shape=[i, 32])
                        out = pl.store(t, [i, 0], out)
                        last = pl.yield_(acc * 2.0)
                    out = pl.store(last, [0, 0], out)
                    return out
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
                    a = pl.load(x, [0, 0], [8, 32])
                    acc = a
                    t1 = pl.load(x, [1, 0], [8, 32], valid_shape=[1, 32])
                    out = pl.store(t1, [1, 0], out)
                    acc = acc * 2.0
                    t2 = pl.load(x, [2, 0], [8, 32], valid_shape=[2, 32])
                    out = pl.store(t2, [2, 0], out)
                    acc = acc * 2.0
                    last = acc
                    out = pl.store(last, [0, 0], out)
                    return out
                """);
    }

    @Test
    void aLoopThatCountsDownOrNotAtAll() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.unroll(5, 0, -2):
                        x = x * 10 + i
                    for j in pl.unroll(3, 3):
                        x = x * 10 + j
                    return x
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    x = x * 10 + 5
                    x = x * 10 + 3
                    x = x * 10 + 1
                    return x
                """);
    }

    @Test
    void jumpsOfAnUnrolledLoopSkipWhatFollows() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.unroll(6):
                        if i == n:
                            continue
                        if x > 7:
                            break
                        x = x * 2 + i
                    return x
                """).result();
    }

    @Test
    void nestedLoopsUnrollInside() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.range(3):
                        for j in pl.unroll(2):
                            x = x * 3 + i * j
                    return x
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.range(3):
                        x = x * 3 + i * 0
                        x = x * 3 + i * 1
                    return x
                """);
    }

    @Test
    void tooManyIterationsAreRefused() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.unroll(2000000):
                        x = x + i
                    return x
                """).fails("COMP-204", 9, "unrolling 2000000 iterations of 1 statements makes more than 1000000");
    }
}
