# Functions that ask for a split are written for whole tiles, also where their pipes say how they will be halved.
#: input a=uniform
#: input b=0.25
#: tolerance 1e-4
#: expect out[i, j] = sum(a[i, k] * 0.25 for k in range(64)) + 1
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIC, attrs={"split": pl.SplitMode.UP_DOWN})
    def c(self, a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        peer = pl.import_peer_buffer(name="c2v", peer_func="v")
        pl.aic_initialize_pipe(dir_mask=1, slot_size=16384, c2v_consumer_buf=peer)
        l = pl.move(pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
        r = pl.move(pl.load(b, [0, 0], [64, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
        pl.tpush_to_aiv(pl.matmul(l, r), split=1)

    @pl.function(type=pl.FunctionType.AIV, attrs={"split": pl.SplitMode.UP_DOWN})
    def v(self, a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        buf = pl.reserve_buffer(name="c2v", size=65536, base=pl.AUTO)
        pl.aiv_initialize_pipe(dir_mask=1, slot_size=16384, c2v_consumer_buf=buf)
        t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic(split=1)
        s = pl.add(t, 1.0)
        r = pl.store(s, [0, 0], out)
        pl.tfree_to_aic(t, split=1)
        return r

    @pl.function(type=pl.FunctionType.Group)
    def g(self, a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        self.c(a, b, out)
        return self.v(a, b, out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        return self.g(a, b, out)
