package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class OutlineSpmdTest {
    private static final PassCase PASS = PassCase.of(new OutlineSpmd()).after(new ConvertToSsa(), new FlattenCalls());

    @Test
    void theNumberOfBlocksBelongsToTheCall() {
        PASS.given("""
                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                    for blk in pl.spmd(n + 1, name_hint="k"):
                        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
                            out[blk:blk + 1, :] = x[blk:blk + 1, :] * 2.0
                    return out
                """).becomes("""
                @pl.function(type=pl.FunctionType.InCore, attrs={"split": pl.SplitMode.UP_DOWN})
                def k(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]) -> pl.Tensor[[8, 4], pl.FP32]:
                    blk = pl.tensor.get_block_idx()
                    slice = x[blk:blk + 1, :]
                    muls = slice * 2.0
                    out1 = pl.tensor.assemble(out, muls, [blk, 0])
                    return out1

                @pl.function
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                    out1 = self.k(x, out, core_num=n + 1)
                    return out1
                """);
    }

    @Test
    void aScopeAroundACallIsALaunchOfIt() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]) -> pl.Tensor[[8, 4], pl.FP32]:
                    b = pl.get_block_idx()
                    out1 = pl.store(pl.load(x, [b, 0], [1, 4]), [b, 0], out)
                    return out1

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    with pl.spmd(8):
                        out1 = self.k(x, out)
                    return out1
                """).result();
    }

    @Test
    void aKernelCannotLaunch() {
        PASS.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[8, 4], pl.FP32], out: pl.Out[pl.Tensor[[8, 4], pl.FP32]]):
                    for blk in pl.spmd(2):
                        out[blk:blk + 1, :] = x[blk:blk + 1, :] * 2.0
                    return out
                """).fails("COMP-211", 8, "a kernel cannot launch blocks: `k` runs on a core");
    }
}
