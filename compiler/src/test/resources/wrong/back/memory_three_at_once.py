import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[1024, 1024], pl.FP32], y: pl.InOut[pl.Tensor[[1024, 1024], pl.FP32]]):
        a = pl.load(x, [0, 0], [128, 128])  # error[COMP-322] col 9: the largest buffers are `a` (65536 bytes, line 9), `b` (65536 bytes, line 10), `c` (65536 bytes, line 11)
        b = pl.load(x, [128, 0], [128, 128])
        c = pl.load(x, [256, 0], [128, 128])
        d = pl.load(x, [384, 0], [128, 128])
        e = pl.add(a, b)
        f = pl.add(c, d)
        g = pl.add(e, f)
        done = pl.store(g, [0, 0], y)
        return done
