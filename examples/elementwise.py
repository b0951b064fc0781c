"""c = (a + b) * a, tile by tile."""
import pypto.language as pl

M, N = 128, 64
ROWS = 32


@pl.program
class Elementwise:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.Tensor[[M, N], pl.FP32],
        b: pl.Tensor[[M, N], pl.FP32],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ) -> pl.Tensor[[M, N], pl.FP32]:
        for i in pl.range(M // ROWS):
            x = pl.load(a, [i * ROWS, 0], [ROWS, N])
            y = pl.load(b, [i * ROWS, 0], [ROWS, N])
            z = pl.mul(pl.add(x, y), x)
            out = pl.store(z, [i * ROWS, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[M, N], pl.FP32],
        b: pl.Tensor[[M, N], pl.FP32],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ) -> pl.Tensor[[M, N], pl.FP32]:
        out = self.kernel(a, b, out)
        return out
