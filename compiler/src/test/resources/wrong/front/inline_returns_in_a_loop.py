import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def search(self, x: pl.Tensor[[8, 16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 16], pl.FP32]:
        for i in pl.range(4):
            if i == n:
                return x * 2.0  # error[COMP-202] col 17: loop
        return x

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[8, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
        return self.search(x, n)
