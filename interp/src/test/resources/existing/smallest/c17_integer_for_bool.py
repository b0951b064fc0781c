# Integer for a BOOL parameter.
#: expect out[i, j] = 1

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], first: pl.Scalar[pl.BOOL]) -> pl.Tensor[[16, 16], pl.FP32]:
        if first:
            out = pl.store(pl.tile.full([16, 16], 1.0, dtype=pl.FP32), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i in pl.range(2):
            if i == 0:
                f = pl.yield_(1)
            else:
                f = pl.yield_(0)
            out = self.k(out, f)
        return out
