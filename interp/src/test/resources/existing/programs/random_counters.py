# Counters by their long names.
#: expect out[i, j] = again[i, j]
#: check
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, out: pl.Out[pl.Tensor[[4, 8], pl.UINT32]]) -> pl.Tensor[[4, 8], pl.UINT32]:
        t = pl.tile.random(1, 2, counter0=0, counter1=0, counter2=0, counter3=0, shape=[4, 8], valid_shape=[4, 8])
        return pl.store(t, [0, 0], out)
