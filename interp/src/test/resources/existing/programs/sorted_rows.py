# Sorted blocks of 32 by name of the operands.
#: check
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[1, 64], pl.FP32], idx: pl.Tensor[[1, 64], pl.UINT32], out: pl.Out[pl.Tensor[[1, 128], pl.FP32]]) -> pl.Tensor[[1, 128], pl.FP32]:
        s = pl.tile.sort32(pl.load(x, [0, 0], [1, 64]), pl.load(idx, [0, 0], [1, 64]))
        a = pl.tile.slice(tile=s, shape=[1, 64], offset=[0, 0])
        b = pl.tile.slice(tile=s, shape=[1, 64], offset=[0, 64])
        m = pl.tile.mrgsort(src0=a, src1=b, exhausted=False)
        return pl.store(m, [0, 0], out)
