import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        acc0: pl.Tile[[16, 64], pl.FP32] = pl.tile.full([16, 64], value=0.0, dtype=pl.FP32)
        for i, (acc,) in pl.range(0, 4, 1, init_values=(acc0,)):
            t: pl.Tile[[16, 64], pl.FP32] = pl.load(x, [i * 16, 0], [16, 64])
            acc_next: pl.Tile[[16, 64], pl.FP32] = pl.add(acc, t)
            acc_out: pl.Tile[[16, 64], pl.FP32] = pl.yield_(acc_next)
        out = pl.store(acc_out, [0, 0], out)
        return out
