# jit functions with a closure.
#: program attention
#: set scale=2
#: expect out[i, j] = x[i, j] * 2 + 8
import pypto.language as pl


def attention(scale=1, width=8):
    @pl.jit.inline
    def scaled(x: pl.Tensor):
        return pl.mul(x, float(scale))

    @pl.jit
    def run(x: pl.Tensor[[4, width], pl.FP32], out: pl.Out[pl.Tensor[[4, width], pl.FP32]]):
        out[:, :] = pl.add(scaled(x), float(width))
        return out

    return run
