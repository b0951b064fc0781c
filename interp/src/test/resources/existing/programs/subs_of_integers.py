# A floating-point constant without a fraction and an integer tensor.
#: input x=arange
#: expect out[i] = i - 2
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[8], pl.INT16], out: pl.Out[pl.Tensor[[8], pl.INT16]]):
    out[:] = pl.tensor.subs(x, 2.0)
    return out
