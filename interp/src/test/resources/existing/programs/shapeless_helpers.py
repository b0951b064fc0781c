# A shapeless entry and helpers that are specialised by their callers.
#: entry main
#: input x=randn:32x64:f32
#: input out=zeros:32x64:f32
#: tolerance 1e-5
#: expect out[i, j] = x[i, j] * x[i, j] + 1
import pypto.language as pl


@pl.jit.inline
def square(x: pl.Tensor):
    return pl.mul(x, x)


@pl.jit.incore
def shifted(x: pl.Tensor, out: pl.Out[pl.Tensor], by: float = 1.0):
    M, N = x.shape
    t = pl.load(x, [0, 0], [M, N])
    out = pl.store(pl.add(pl.mul(t, t), by), [0, 0], out)
    return out


@pl.jit
def main(x: pl.Tensor, out: pl.Out[pl.Tensor]):
    out = shifted(x, out)
    return out
