package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class ConvertToSsaTest {
    private static final PassCase PASS = PassCase.of(new ConvertToSsa());

    @Test
    void assignmentsInABranchAndALoopBecomeYields() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 1
                    if m > 3:
                        x = x * 2
                    for i in pl.range(m):
                        x = x + i
                    return x
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 1
                    if m > 3:
                        x1 = x * 2
                        x2 = pl.yield_(x1)
                    else:
                        x2 = pl.yield_(x)
                    for i, (x3,) in pl.range(m, init_values=(x2,)):
                        x4 = x3 + i
                        x5 = pl.yield_(x4)
                    return x5
                """);
    }

    @Test
    void aWhileLoopCarriesWhatItChanges() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 1
                    while x < 50:
                        x = x * 3
                    return x
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 1
                    for (x1,) in pl.while_(init_values=(x,)):
                        pl.cond(x1 < 50)
                        x2 = x1 * 3
                        x3 = pl.yield_(x2)
                    return x3
                """);
    }

    @Test
    void whatIsNotReadLaterIsNotCarried() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    t = n + 1
                    s = n * 0
                    for i in pl.range(4):
                        t = i * 2
                        s = s + t
                    return s
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    t = n + 1
                    s = n * 0
                    for i, (s1,) in pl.range(4, init_values=(s,)):
                        t1 = i * 2
                        s2 = s1 + t1
                        s3 = pl.yield_(s2)
                    return s3
                """);
    }

    @Test
    void aVariableFirstAssignedInALoopThatRunsGetsAnyFirstValue() {
        PASS.given("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    for i in pl.range(4):
                        y = i * n
                    return y
                """).becomes("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    y: pl.Scalar[pl.INDEX] = pl.const(0, pl.INDEX)
                    for i, (y1,) in pl.range(4, init_values=(y,)):
                        y2 = i * n
                        y3 = pl.yield_(y2)
                    return y3
                """);
    }

    @Test
    void tensorsThatAreWrittenInPlaceAreVersionsToo() {
        PASS.given("""
                @pl.function
                def f(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    for i in pl.range(8):
                        out[i:i + 1, :] = x[i:i + 1, :] * 2.0
                    return out
                """).result();
    }
}
