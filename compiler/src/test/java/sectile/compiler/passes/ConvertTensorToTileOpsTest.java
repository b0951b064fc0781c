package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class ConvertTensorToTileOpsTest {
    private static final PassCase PASS = PassCase.of(new ConvertTensorToTileOps())
            .after(new ConvertToSsa(), new FlattenCalls(), new OutlineInCore());

    private static String kernel(String type, String... body) {
        return "@pl.function(type=pl.FunctionType.InCore)\ndef k(self, x: " + type + ", y: " + type + ", out: pl.Out["
                + type + "], n: pl.Scalar[pl.INDEX]):\n    " + String.join("\n    ", body) + "\n    return out\n";
    }

    private static final String FLOATS = "pl.Tensor[[8, 8], pl.FP32]";
    private static final String HALVES = "pl.Tensor[[8, 8], pl.FP16]";
    private static final String INTEGERS = "pl.Tensor[[8, 8], pl.INT32]";

    @Test
    void aTensorIsLoadedOnceAndTheResultStored() {
        PASS.given(kernel(FLOATS, "out[:] = x * x + y")).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                    a = pl.load(x, [0, 0], [8, 8])
                    b = pl.tile.mul(a, a)
                    c = pl.load(y, [0, 0], [8, 8])
                    d = pl.tile.add(b, c)
                    out1 = pl.store(d, [0, 0], out)
                    return out1
                """);
    }

    @Test
    void aTensorThatChangedIsLoadedAgain() {
        PASS.given(kernel(FLOATS, "out[:] = x * 2.0", "out[:] = out + x")).result();
    }

    @Test
    void productsAccumulateWideAndRoundOnce() {
        PASS.given(kernel(HALVES, "out[:] = pl.matmul(x, y, b_trans=True)")).result();
        PASS.given(kernel(FLOATS, "out[:] = x", "out = pl.matmul_acc(out, x, y)"))
                .result();
        PASS.given(kernel(
                        FLOATS,
                        "acc = x * 0.0",
                        "for i in pl.range(n):",
                        "    acc = pl.matmul_acc(acc, x, y, a_trans=True)",
                        "out[:] = acc + acc"))
                .result();
    }

    @Test
    void reductionsAlongAnyAxis() {
        PASS.given(kernel(FLOATS, "out[0:1, :] = pl.col_sum(x)", "out[:, 0:1] = pl.row_max(y)"))
                .result();
        PASS.given(kernel(FLOATS, "out[0:1, :] = pl.reshape(pl.row_sum(x, axis=0, keep_dim=False), [1, 8])"))
                .result();
        PASS.given(kernel(
                        FLOATS,
                        "cube = pl.reshape(x, [2, 4, 8])",
                        "out[0:4, :] = pl.reshape(pl.row_sum(cube * 1.0, axis=0), [4, 8])"))
                .result();
    }

    @Test
    void comparisonsBecomeOnesAndZeros() {
        PASS.given(kernel(FLOATS, "out[:] = (x > y) * 3.0")).result();
        PASS.given(kernel(INTEGERS, "out[:] = x == y")).result();
    }

    @Test
    void valuesThatLoopsAndBranchesCarryAreTiles() {
        PASS.given(kernel(
                        FLOATS,
                        "t = x",
                        "for i in pl.range(n):",
                        "    t = t * 0.5 + y",
                        "if n > 1:",
                        "    t = x",
                        "out[:] = t"))
                .result();
    }

    @Test
    void elementsAndViewsOfComputedValues() {
        PASS.given(kernel(
                        FLOATS,
                        "t = x + y",
                        "s = pl.tensor.read(t, [1, 2])",
                        "u = t[0:4, :] * s",
                        "out[4:8, :] = u",
                        "out[0:4, :] = pl.reshape(t, [4, 16])[:, 0:8]"))
                .result();
    }

    @Test
    void anOpWithoutACounterpartIsRefused() {
        PASS.given(kernel("pl.Tensor[[8, 8], pl.FP64]", "out[:] = pl.matmul(x, y)"))
                .fails("COMP-220", 8, "this op does not exist on tiles: `pl.tensor.matmul` has no counterpart");
    }
}
