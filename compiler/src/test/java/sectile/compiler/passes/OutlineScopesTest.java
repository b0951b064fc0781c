package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

/// OutlineHierarchy and OutlineCluster.
class OutlineScopesTest {
    private static final PassCase HIERARCHY =
            PassCase.of(new OutlineHierarchy()).after(new ConvertToSsa(), new FlattenCalls());
    private static final PassCase CLUSTER =
            PassCase.of(new OutlineCluster()).after(new ConvertToSsa(), new FlattenCalls());

    private static final String DOUBLE = """
            @pl.function(type=pl.FunctionType.InCore)
            def double(self, x: pl.Tensor[[8, 4], pl.FP32], y: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                t = pl.load(x, [0, 0], [8, 4])
                u = pl.mul(t, 2.0)
                y_1 = pl.store(u, [0, 0], y)
                return y_1

            """;

    @Test
    void aScopeAboveTheCoreBecomesOrchestration() {
        HIERARCHY.given(DOUBLE + """
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    with pl.at(level=pl.Level.CHIP, name_hint="chip"):
                        out = self.double(x, out)
                    return out
                """).becomes(DOUBLE + """
                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]) -> pl.Tensor[[8, 4], pl.FP32]:
                    out_1 = self.double(x, out)
                    return out_1

                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    out_1 = self.chip(x, out)
                    return out_1
                """);
    }

    @Test
    void aClusterThatComputesBecomesAKernel() {
        CLUSTER.given("""
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    with pl.cluster(name_hint="together"):
                        out[:] = x * 2.0
                    return out
                """).becomes("""
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    out_1 = self.together(x, out)
                    return out_1

                @pl.function(type=pl.FunctionType.InCore)
                def together(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]) -> pl.Tensor[[8, 4], pl.FP32]:
                    muls = x * 2.0
                    out_1 = pl.tensor.assemble(out, muls, [0, 0])
                    return out_1
                """);
    }
}
