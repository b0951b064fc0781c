import pypto.language as pl


@pl.program
class Divides:
    @pl.function(type=pl.FunctionType.InCore)
    def divides(
        self,
        i: pl.Tensor[[1, 8], pl.INT32],
        j: pl.Tensor[[1, 8], pl.INT32],
        out: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    ):
        out[:] = pl.tensor.div(i, j)
