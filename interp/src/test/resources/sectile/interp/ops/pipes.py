# A matrix core and two vector cores with pipes both ways: out = 2 · exp(a) summed up by the matrix core.
import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class Pipes:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, a: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
        pl.aic_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=2, id=0)
        row = pl.tile.get_block_idx() * 16
        for i in pl.range(3):
            t = pl.load(a, [row, 0], [16, 16], target_memory=pl.Mem.Mat)
            pl.tile.tpush_to_aiv(t, split=1, id=0)
            back = pl.tile.tpop_from_aiv([16, 16], dtype=pl.FP32, split=1, id=0)
            out = pl.store(back, [row, 0], out)
            pl.system.tfree_to_aiv(back, split=1, id=0)
        return out

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, a: pl.Tensor[[64, 16], pl.FP32]):
        pl.aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=2, id=0)
        for i in pl.range(3):
            half = pl.tile.tpop_from_aic([8, 16], dtype=pl.FP32, split=1, id=0)
            twice = half * 2.0
            pl.system.tfree_to_aic(half, split=1, id=0)
            pl.tile.tpush_to_aic(twice, split=1, id=0)

    @pl.function(type=pl.FunctionType.Group)
    def group(self, a: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
        out = self.cube(a, out)
        self.vector(a)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
        out, tid = pl.spmd_submit(self.group, a, out, core_num=4)
        return out
