# Values carried by a loop, with yields of both branches.
#: expect out[i, j] = x[i, j] * 8 + 3
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]) -> pl.Tensor[[8, 8], pl.FP32]:
        t0 = pl.load(x, [0, 0], [8, 8])
        for i, (t,) in pl.range(4, init_values=(t0,)):
            if i < 3:
                u = pl.yield_(pl.mul(t, 2.0))
            else:
                u = pl.yield_(pl.add(t, 3.0))
            r = pl.yield_(u)
        return pl.store(r, [0, 0], out)
