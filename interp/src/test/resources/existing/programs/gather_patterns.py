# Columns by pattern, from tiles and tensors.
#: expect even[i, j] = x[i, 2 * j]
#: expect odd[i, j] = x[i, 2 * j + 1]
#: expect third[i, j] = x[i, 4 * j + 2]
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        x: pl.Tensor[[4, 32], pl.FP32],
        even: pl.Out[pl.Tensor[[4, 16], pl.FP32]],
        odd: pl.Out[pl.Tensor[[4, 16], pl.FP32]],
        third: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
    ):
        t = pl.load(x, [0, 0], [4, 32])
        even = pl.store(pl.gather(t, mask_pattern=pl.tile.MaskPattern.P0101), [0, 0], even)
        odd = pl.store(pl.tile.gather_mask(src=t, mask_pattern=pl.MaskPattern.P1010), [0, 0], odd)
        third = pl.assemble(third, pl.tensor.gather(x, mask_pattern=pl.tile.MaskPattern.P0100), [0, 0])
        return even, odd, third
