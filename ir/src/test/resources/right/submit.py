import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 16], pl.FP32], a: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        a = pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], a)
        return a

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], a: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.manual_scope():
            tids = pl.array.create(4, dtype=pl.TASK_ID)
            for i in pl.range(4):
                t = pl.create_tensor([16, 16], dtype=pl.FP32)
                t, tid = pl.submit(self.k, x, t)
                tids[i] = tid
            a, last = pl.submit(self.k, x, a, deps=[tids])
        return a
