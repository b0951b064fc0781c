# Layouts of tensors by their names alone, those of shared exponents included, and what the rest of a view counts as.
#: input x=uniform
#: expect out[i, j] = x[i, j] + 1
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        x: pl.Tensor[[32, 64], pl.FP32, pl.NZ],
        a: pl.Tensor[[32, 2], pl.FP8E8M0, pl.MX_A_ZZ],
        b: pl.Tensor[[2, 32], pl.FP8E8M0, pl.TensorLayout.MX_B_NN],
        v: pl.Tensor[[32, 64], pl.FP32, pl.TensorView(valid_shape=[16, 64], pad=pl.PadValue.zero)],
        out: pl.Out[pl.Tensor[[32, 64], pl.FP32, pl.ND]],
    ) -> pl.Tensor[[32, 64], pl.FP32]:
        t = pl.load(x, [0, 0], [32, 64])
        return pl.store(pl.add(t, 1.0), [0, 0], out)
