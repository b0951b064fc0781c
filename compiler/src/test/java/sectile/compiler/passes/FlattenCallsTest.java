package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class FlattenCallsTest {
    private static final PassCase PASS = PassCase.of(new FlattenCalls());

    @Test
    void nestedCallsBecomeAssignments() {
        PASS.given("""
                @pl.function
                def f(self, x: pl.Tensor[[8, 4], pl.FP32]) -> pl.Tensor[[8, 4], pl.FP32]:
                    return pl.exp(x * 2.0) + x
                """).becomes("""
                @pl.function
                def f(self, x: pl.Tensor[[8, 4], pl.FP32]) -> pl.Tensor[[8, 4], pl.FP32]:
                    muls = x * 2.0
                    exp = pl.exp(muls)
                    add = exp + x
                    return add
                """);
    }

    @Test
    void theRightSideOfAndIsOnlyEvaluatedWhenItMatters() {
        // Element 9 does not exist: reading it would fail.
        PASS.given("""
                @pl.function
                def f(self, x: pl.Tensor[[4], pl.INT32], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    k = n + 8
                    if k < 4 and pl.tensor.read(x, [k]) > 0:
                        y1 = pl.yield_(k)
                    else:
                        y1 = pl.yield_(n)
                    return y1
                """).becomes("""
                @pl.function
                def f(self, x: pl.Tensor[[4], pl.INT32], n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    k = n + 8
                    if k < 4:
                        read = pl.tensor.read(x, [k])
                        both = pl.yield_(read > 0)
                    else:
                        both = pl.yield_(False)
                    if both:
                        y1 = pl.yield_(k)
                    else:
                        y1 = pl.yield_(n)
                    return y1
                """);
    }
}
