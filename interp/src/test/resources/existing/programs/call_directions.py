# A call that says what it does with its arguments, and a level by another name.
#: input x=uniform
#: expect out[i, j] = x[i, j] + 2
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return pl.store(pl.add(pl.load(x, [0, 0], [16, 16]), 2.0), [0, 0], out)

    @pl.function(level=pl.Level.UMA, role=pl.Role.Orchestrator)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return self.k(x, out, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})
