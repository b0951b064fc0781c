# Out written through a loop-carried name.
#: expect out[i, j] = x[i, j]

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 32], pl.FP32], out: pl.Out[pl.Tensor[[64, 32], pl.FP32]]) -> pl.Tensor[[64, 32], pl.FP32]:
        for i, (o,) in pl.range(4, init_values=(out,)):
            o2 = pl.store(pl.load(x, [i * 16, 0], [16, 32]), [i * 16, 0], o)
            r = pl.yield_(o2)
        return r
