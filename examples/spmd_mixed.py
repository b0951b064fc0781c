"""The mixed kernel on four blocks: block b multiplies and exponentiates its rows."""
import pypto.language as pl

BLOCKS = 4
ROWS, K, N = 16, 32, 32
M = BLOCKS * ROWS


@pl.program
class SpmdMixed:
    @pl.function()
    def main(
        self,
        a: pl.Tensor[[M, K], pl.FP16],
        b: pl.Tensor[[K, N], pl.FP16],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        for blk in pl.spmd(BLOCKS, name_hint="mixed"):
            with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
                rows = a[blk * ROWS : blk * ROWS + ROWS, :]
                product = pl.matmul(rows, b, out_dtype=pl.FP32)
                out[blk * ROWS : blk * ROWS + ROWS, :] = pl.exp(product * 0.125)
        return out
