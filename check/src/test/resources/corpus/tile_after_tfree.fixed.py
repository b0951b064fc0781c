"""The slot of a received tile is given back after its last use."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, a: pl.Tensor[[16, 16], pl.FP32]):
        pl.system.aic_initialize_pipe(dir_mask=1, slot_size=1024, slot_num=1)
        t = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        for i in pl.range(2):
            pl.tile.tpush_to_aiv(t, split=0)

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        pl.system.aiv_initialize_pipe(dir_mask=1, slot_size=1024, slot_num=1)
        for i in pl.range(2):
            u = pl.tile.tpop_from_aic(shape=[16, 16], dtype=pl.FP32, split=0)
            top = pl.tile.slice(u, [8, 16], [0, 0])
            out = pl.store(top, [0, 0], out)
            pl.system.tfree_to_aic(u)
        return out

    @pl.function(type=pl.FunctionType.Group)
    def both(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        self.cube(a)
        out = self.vector(a, out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        out = self.both(a, out)
        return out
