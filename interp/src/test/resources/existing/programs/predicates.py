# A predicate decides when the task is due, after what it depends on.
#: input gate=1
#: expect x[i, j] = 7
#: run
#: input gate=0
#: expect x[i, j] = 3
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def put(self, x: pl.Out[pl.Tensor[[8, 8], pl.FP32]], v: pl.Scalar[pl.FP32]) -> pl.Tensor[[8, 8], pl.FP32]:
        return pl.store(pl.mul(pl.tile.full([8, 8], 1.0, dtype=pl.FP32), v), [0, 0], x)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Out[pl.Tensor[[8, 8], pl.FP32]], gate: pl.Tensor[[1, 1], pl.INT32]) -> pl.Tensor[[8, 8], pl.FP32]:
        with pl.manual_scope():
            x, t = pl.submit(self.put, x, 3.0)
            x, u = pl.spmd_submit(self.put, x, 7.0, core_num=1, deps=[t], predicate=gate[0, 0] == 1)
        return x
