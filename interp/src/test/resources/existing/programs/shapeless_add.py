# Shapes from the inputs.
#: input a=randn:24x40:f32
#: input b=randn:24x40:f32
#: input out=zeros:24x40:f32
#: expect out[i, j] = a[i, j] + b[i, j]
#: run
#: input a=randn:128:f32
#: input b=randn:128:f32
#: input out=zeros:128:f32
#: expect out[i] = a[i] + b[i]
import pypto.language as pl


@pl.jit
def add(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    out[:] = pl.add(a, b)
    return out
