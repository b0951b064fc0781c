# Regions of a manual scope in the order of their dependencies.
#: expect out[i, j] = (x[i, j] + 1) * 2
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.manual_scope():
        mid = pl.create_tensor([16, 16], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP) as a:
            mid = pl.store(pl.add(pl.load(x, [0, 0], [16, 16]), 1.0), [0, 0], mid)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[a]) as b:
            out = pl.store(pl.mul(pl.load(mid, [0, 0], [16, 16]), 2.0), [0, 0], out)
    return out
