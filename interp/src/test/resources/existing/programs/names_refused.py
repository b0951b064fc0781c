# Names that are known and not supported, and attributes of a call that it does not have.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], out)

    @pl.function(type=pl.FunctionType.InCore)
    def eight(self, x: pl.Tensor[[16, 16], pl.HF8]):  # error[LANG-209] col 44: `pl.HF8` is not supported: no executor has arithmetic for HiFloat
        pass

    @pl.function(type=pl.FunctionType.InCore)
    def four(self, x: pl.Tensor[[16, 16], pl.HF4]):  # error[LANG-209] col 43: `pl.HF4` is not supported: no executor has arithmetic for HiFloat
        pass

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return self.k(x, out, attrs={"arg_direction": [pl.adir.input, pl.adir.output]})  # error[LANG-305] col 37: a call has no attribute `arg_direction`
