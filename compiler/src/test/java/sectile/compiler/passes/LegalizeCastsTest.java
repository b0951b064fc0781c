package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class LegalizeCastsTest {
    private static final PassCase PASS = PassCase.of(new LegalizeCasts());

    @Test
    void aCastThatTheTargetLacksGoesThroughATypeThatHoldsEveryValue() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
                    t = pl.load(x, [0, 0], [16, 16])
                    h = pl.cast(t, pl.FP16)
                    out1 = pl.store(h, [0, 0], out)
                    return out1
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[16, 16], pl.BF16], out: pl.Out[pl.Tensor[[16, 16], pl.FP16]]):
                    t = pl.load(x, [0, 0], [16, 16])
                    w = pl.cast(t, pl.FP32)
                    h = pl.cast(w, pl.FP16)
                    out1 = pl.store(h, [0, 0], out)
                    return out1
                """);
    }

    @Test
    void aCastThatTheTargetHasStays() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.BF16]]):
                    t = pl.load(x, [0, 0], [16, 16])
                    h = pl.cast(t, pl.BF16)
                    out1 = pl.store(h, [0, 0], out)
                    return out1
                """).stays();
    }

    @Test
    void aCastThatWouldRoundTwiceIsRefused() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.INT8]]):
                    t = pl.load(x, [0, 0], [16, 16])
                    h = pl.cast(t, pl.INT8)
                    out1 = pl.store(h, [0, 0], out)
                    return out1
                """).fails("COMP-221", 9, "npu-gm cannot convert FP32 to INT8 with one rounding");
    }
}
