import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[1024, 1024], pl.FP32], y: pl.InOut[pl.Tensor[[1024, 1024], pl.FP32]]):
        first = pl.load(x, [0, 0], [128, 128])
        for i, (acc,) in pl.range(4, init_values=(first,)):
            t = pl.load(x, [i * 128, 0], [256, 128])  # error[COMP-322] col 13: `kernel` needs
            u = pl.tile.slice(t, [128, 128], [0, 0])
            s = pl.add(acc, u)
            last = pl.yield_(s)
        done = pl.store(last, [0, 0], y)
        return done
