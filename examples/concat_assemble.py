"""Two tensors side by side, once with concat and once by assembling regions."""
import pypto.language as pl

M, N = 16, 32


@pl.program
class ConcatAssemble:
    @pl.function()
    def main(
        self,
        a: pl.Tensor[[M, N], pl.FP32],
        b: pl.Tensor[[M, N], pl.FP32],
        joined: pl.Out[pl.Tensor[[M, 2 * N], pl.FP32]],
        swapped: pl.Out[pl.Tensor[[M, 2 * N], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            joined[:] = pl.concat(a, b)
        with pl.at(level=pl.Level.CORE_GROUP):
            swapped = pl.assemble(swapped, b, [0, 0])
            swapped[:, N : 2 * N] = a
        return joined, swapped
