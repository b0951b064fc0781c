import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        t = pl.tile.full([n, 16], 0.0, dtype=pl.FP32)  # error[COMP-321] col 9: `t` has the extents
        done = pl.store(t, [0, 0], out)
        return done
