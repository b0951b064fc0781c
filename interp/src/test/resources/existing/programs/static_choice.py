# Branches that are decided while the program is read; assert in a kernel.
#: set MODE=1
#: expect out[i] = x[i] * 2
#: run
#: expect out[i] = x[i] + 2
import pypto.language as pl

MODE = 0
assert MODE in (0, 1), "MODE is 0 or 1"


@pl.jit
def main(x: pl.Tensor[[32], pl.FP32], out: pl.Out[pl.Tensor[[32], pl.FP32]]):
    assert x.shape[0] % 16 == 0
    if MODE == 0:
        y = pl.add(x, 2.0)
    elif MODE == 1:
        y = pl.mul(x, 2.0)
    else:
        raise ValueError(MODE)
    out[:] = y
    return out
