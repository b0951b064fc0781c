"""sigmoid, silu, gelu (tanh form, written with exp) and swiglu on tensors."""
import pypto.language as pl

M, N = 64, 128


@pl.program
class Activations:
    @pl.function(type=pl.FunctionType.Inline)
    def sigmoid(self, x: pl.Tensor[[M, N], pl.FP32]) -> pl.Tensor[[M, N], pl.FP32]:
        return pl.recip(pl.exp(-x) + 1.0)

    @pl.function()
    def sigmoid_main(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = self.sigmoid(x)
        return out

    @pl.function()
    def silu_main(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = x * self.sigmoid(x)
        return out

    @pl.function()
    def gelu_main(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            inner = (x + x * x * x * 0.044715) * 1.5957691216057308
            out[:] = x * self.sigmoid(inner)
        return out

    @pl.function()
    def swiglu_main(
        self,
        gate: pl.Tensor[[M, N], pl.FP32],
        up: pl.Tensor[[M, N], pl.FP32],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:] = gate * self.sigmoid(gate) * up
        return out
