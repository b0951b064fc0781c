"""Every block has a part of the buffer for the slots of its pipe."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, a: pl.Tensor[[16, 16], pl.FP32], slots: pl.InOut[pl.Tensor[[512], pl.FP32]]):
        b = pl.tile.get_block_idx()
        pl.system.aic_initialize_pipe(c2v_buf=1024 * b, gm_buf=slots, dir_mask=1, slot_size=1024, slot_num=1)
        t = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        pl.tile.tpush_to_aiv(t, split=0)

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, a: pl.Tensor[[16, 16], pl.FP32], slots: pl.InOut[pl.Tensor[[512], pl.FP32]]):
        b = pl.tile.get_block_idx()
        pl.system.aiv_initialize_pipe(c2v_buf=1024 * b, gm_buf=slots, dir_mask=1, slot_size=1024, slot_num=1)
        u = pl.tile.tpop_from_aic(shape=[16, 16], dtype=pl.FP32, split=0)
        pl.system.tfree_to_aic(u)

    @pl.function(type=pl.FunctionType.Group)
    def both(self, a: pl.Tensor[[16, 16], pl.FP32], slots: pl.InOut[pl.Tensor[[512], pl.FP32]]):
        self.cube(a, slots)
        self.vector(a, slots)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[16, 16], pl.FP32]):
        slots = pl.create_tensor([512], dtype=pl.FP32)
        self.both(a, slots, core_num=2)
