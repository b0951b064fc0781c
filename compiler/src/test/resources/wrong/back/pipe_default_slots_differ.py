import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIC)
    def matrix(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        pl.system.aic_initialize_pipe(dir_mask=1, slot_size=1024)
        t = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        pl.tile.tpush_to_aiv(t)

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        pl.system.aiv_initialize_pipe(dir_mask=1, slot_size=1024, slot_num=2)  # error[COMP-311] col 9: pipe 0 has 2 slots of 1024 bytes here and 8 of 1024
        t = pl.tile.tpop_from_aic([16, 16], dtype=pl.FP32)
        done = pl.store(t, [0, 0], out)
        pl.system.tfree_to_aic(t)
        return done

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        self.matrix(x, out)
        done = self.vector(x, out)
        return done

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        done = self.both(x, out)
        return done
