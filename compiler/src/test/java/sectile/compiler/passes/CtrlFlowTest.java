package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class CtrlFlowTest {
    private static final PassCase PASS = PassCase.of(new CtrlFlow());

    @Test
    void aBreakStopsTheLoop() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.range(10):
                        if x > 20:
                            break
                        x = x * 2 + i
                    return x
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    running: pl.Scalar[pl.BOOL] = True
                    for i in pl.range(10):
                        if running:
                            if x > 20:
                                running = False
                            else:
                                x = x * 2 + i
                    return x
                """);
    }

    @Test
    void aContinueSkipsTheRest() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.range(6):
                        if i > 2:
                            x = x + 100
                            continue
                        x = x * 2
                    return x
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.range(6):
                        if i > 2:
                            x = x + 100
                        else:
                            x = x * 2
                    return x
                """);
    }

    @Test
    void jumpsDeepInsideBranchesAndWhileLoops() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    k = n * 0
                    while k < 20:
                        k = k + 1
                        if k > 2:
                            if k == 5:
                                continue
                            x = x + k
                            if x > 40:
                                break
                        x = x + 1
                    return x
                """).result();
    }

    @Test
    void carriedValuesOfALoopWithJumpsAreVariables() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    for i, (a, b) in pl.range(8, init_values=(n, 1)):
                        if a > 9:
                            break
                        if b > 30:
                            continue
                        x, y = pl.yield_(a + b, b * 2)
                    return x * 100 + y
                """).result();
    }

    @Test
    void anEarlyReturnBecomesABranch() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    if n > 2:
                        return n
                    m = n + 7
                    return m
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    if n > 2:
                        return n
                    else:
                        m = n + 7
                        return m
                """);
    }

    @Test
    void aProgramWithoutJumpsStays() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 0
                    for i in pl.range(3):
                        x = x + i
                    return x
                """).stays();
    }

    @Test
    void aPredicateOfAScopeBecomesABranch() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                    with pl.spmd(2, predicate=n > 1):
                        b = pl.get_block_idx()
                        out[b:b + 1, :] = x[b:b + 1, :] * 2.0
                    with pl.spmd(2, predicate=n < 1):
                        c = pl.get_block_idx()
                        out[c + 4:c + 5, :] = x[c:c + 1, :] * 2.0
                    return out
                """).result();
    }
}
