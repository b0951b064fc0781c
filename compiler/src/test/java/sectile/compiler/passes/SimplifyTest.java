package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class SimplifyTest {
    private static final PassCase CASE = PassCase.of(new Simplify());

    @Test
    void constantsAreFoldedAndSpread() {
        CASE.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    a = 3 * 4
                    b = a + n
                    c = b - 12
                    return c
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    return n
                """);
    }

    @Test
    void aBranchThatIsAlwaysTakenReplacesTheChoice() {
        CASE.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.InOut[pl.Tensor[[64], pl.INT32]]):
                    for i in pl.range(0, 64, 16):
                        if i + 16 <= 64:
                            pl.write(x, [i], 1)
                        else:
                            pl.write(x, [0], 2)
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.InOut[pl.Tensor[[64], pl.INT32]]):
                    for i in pl.range(0, 64, 16):
                        pl.write(x, [i], 1)
                """);
    }

    @Test
    void aLoopOfOneIterationIsItsBody() {
        CASE.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.InOut[pl.Tensor[[64], pl.INT32]], n: pl.Scalar[pl.INDEX]):
                    for i in pl.range(8, 16, 8):
                        pl.write(x, [i + 1], 1)
                    for j in pl.range(n, n):
                        pl.write(x, [j], 2)
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.InOut[pl.Tensor[[64], pl.INT32]], n: pl.Scalar[pl.INDEX]):
                    pl.write(x, [9], 1)
                """);
    }

    @Test
    void carriedValuesOfARemovedLoopAreAssigned() {
        CASE.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    for i, (a, b) in pl.range(1, init_values=(n, 5)):
                        p, q = pl.yield_(a + i + 1, b)
                    return p + q
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    p = n + 1
                    return p + 5
                """);
    }

    @Test
    void whatMayFailIsKept() {
        CASE.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX], d: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    a = n // d - n // d
                    return a
                """).stays();
    }

    @Test
    void aSumThatMayWrapIsNotDecided() {
        CASE.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INT32]) -> pl.Scalar[pl.BOOL]:
                    return n < n + 1
                """).stays();
    }

    @Test
    void indicesOfTilesAreTakenApart() {
        CASE.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.InOut[pl.Tensor[[8, 16], pl.INT32]]):
                    for i in pl.range(8):
                        for j in pl.range(16):
                            flat = i * 16 + j
                            pl.write(x, [flat // 16, flat % 16], 1)
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.InOut[pl.Tensor[[8, 16], pl.INT32]]):
                    for i in pl.range(8):
                        for j in pl.range(16):
                            pl.write(x, [i, j], 1)
                """);
    }
}
