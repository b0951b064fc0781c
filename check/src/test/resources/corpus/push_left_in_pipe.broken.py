"""The sender sends more tiles than there is room for after the last is received."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, a: pl.Tensor[[16, 16], pl.FP32]):
        pl.aic_initialize_pipe(dir_mask=1, slot_size=1024, slot_num=2)
        t = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        for i in pl.range(5):
            pl.tile.tpush_to_aiv(t, split=0)  # finds EXEC-201 # warns COMP-605

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, a: pl.Tensor[[16, 16], pl.FP32]):
        pl.aiv_initialize_pipe(dir_mask=1, slot_size=1024, slot_num=2)
        for i in pl.range(2):
            u = pl.tile.tpop_from_aic(shape=[16, 16], dtype=pl.FP32, split=0)
            pl.system.tfree_to_aic(u)

    @pl.function(type=pl.FunctionType.Group)
    def both(self, a: pl.Tensor[[16, 16], pl.FP32]):
        self.cube(a)
        self.vector(a)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32]):
        self.both(a)
