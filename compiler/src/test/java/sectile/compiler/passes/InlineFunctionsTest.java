package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class InlineFunctionsTest {
    private static final PassCase PASS = PassCase.of(new InlineFunctions());

    @Test
    void aBodyKeepsItsVariablesApartAndLearnsItsExtents() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.Inline)
                def twice(self, x: pl.Tensor[[pl.dynamic("M"), 32], pl.FP32], n: pl.Scalar[pl.FP32]) -> pl.Tensor[[pl.dynamic("M"), 32], pl.FP32]:
                    n = n * 2.0
                    y = pl.mul(x, n)
                    return y

                @pl.function
                def f(self, a: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.FP32]) -> pl.Tensor[[16, 32], pl.FP32]:
                    y = self.twice(a, n)
                    z = self.twice(y, n)
                    return z
                """).becomes("""
                @pl.function
                def f(self, a: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.FP32]) -> pl.Tensor[[16, 32], pl.FP32]:
                    n1: pl.Scalar[pl.FP32] = n
                    n1 = n1 * 2.0
                    y1 = pl.mul(a, n1)
                    y = y1
                    n2: pl.Scalar[pl.FP32] = n
                    n2 = n2 * 2.0
                    y2 = pl.mul(y, n2)
                    z = y2
                    return z
                """);
    }

    @Test
    void callsInsideExpressionsAndOfOtherInlineFunctionsAreTakenOut() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.Inline)
                def one(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    return n + 1

                @pl.function(type=pl.FunctionType.Inline)
                def two(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    return self.one(n) + self.one(n)

                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    return self.two(n * 3) - 1
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    one = n * 3 + 1
                    again = n * 3 + 1
                    two = one + again
                    return two - 1
                """);
    }

    @Test
    void anEarlyReturnBecomesABranch() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.Inline)
                def clip(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    if n > 2:
                        return 2
                    m = n * 5
                    return m

                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = self.clip(n)
                    return x
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    if n > 2:
                        x: pl.Scalar[pl.INDEX] = pl.const(2, pl.INDEX)
                    else:
                        m = n * 5
                        x = m
                    return x
                """);
    }

    @Test
    void aConditionIsEvaluatedBeforeEveryRound() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.Inline)
                def small(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.BOOL]:
                    return n < 10

                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n * 1
                    while self.small(x):
                        x = x * 2
                    return x
                """).result();
    }

    @Test
    void aLoopThatReturnsIsRefused() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.Inline)
                def first(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    for i in pl.range(n):
                        if i > 2:
                            return i
                    return n

                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    return self.first(n)
                """).fails("COMP-202", 10, "the inline function `first` returns from inside a loop");
    }
}
