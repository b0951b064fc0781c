# gather with mask_pattern; also pl.gather(x, -1, idx), pl.scatter(x, -1, idx, src), pl.scatter_update(x, -2, idx, src).
#: expect out[i, j] = x[i, 2 * j]

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 64], pl.FP32], out: pl.Out[pl.Tensor[[8, 32], pl.FP32]]) -> pl.Tensor[[8, 32], pl.FP32]:
        y = pl.tensor.gather(x, mask_pattern=pl.tile.MaskPattern.P0101)
        out = pl.assemble(out, y, [0, 0])
        return out
