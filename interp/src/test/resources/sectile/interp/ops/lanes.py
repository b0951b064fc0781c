# Halves for each vector core and back.
import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class Lanes:
    @pl.function()
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
             more: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            whole = pl.load(a, [0, 0], [16, 16])
            for lane in pl.split_aiv(2, pl.SplitMode.UP_DOWN):
                half = pl.tile.aiv_shard(whole, split=pl.SplitMode.UP_DOWN)
                joined = pl.tile.aic_gather(half * 2.0, split=pl.SplitMode.UP_DOWN)
                part = pl.tensor.aiv_shard(a, split=pl.SplitMode.LEFT_RIGHT)
                both = pl.tensor.aic_gather(part, split=pl.SplitMode.LEFT_RIGHT)
                if lane == 0:
                    out = pl.store(joined, [0, 0], out)
                    more[:] = both
        return out, more
