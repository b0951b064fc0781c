# A dimension that is named in the body.
#: input x=randn:48x16:f32
#: input out=zeros:48x16:f32
#: expect out[i, j] = x[i, j] * 2
import pypto.language as pl

M = pl.dynamic("M")


@pl.jit.incore
def double(x: pl.Tensor, out: pl.Out[pl.Tensor]):
    x.bind_dynamic(0, M)
    out.bind_dynamic(0, M)
    for i in pl.range(M // 16):
        t = pl.load(x, [i * 16, 0], [16, 16])
        out = pl.store(pl.mul(t, 2.0), [i * 16, 0], out)
    return out
