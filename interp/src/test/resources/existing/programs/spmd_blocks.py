# Blocks that each take their part.
#: expect out[i, j] = x[i, j] + i // 16
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]) -> pl.Tensor[[64, 16], pl.FP32]:
        b = pl.get_block_idx()
        t = pl.load(x, [b * 16, 0], [16, 16])
        return pl.store(pl.add(t, pl.cast(b, pl.FP32)), [b * 16, 0], out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]) -> pl.Tensor[[64, 16], pl.FP32]:
        out, t = pl.spmd_submit(self.k, x, out, core_num=4, sync_start=False)
        return out
