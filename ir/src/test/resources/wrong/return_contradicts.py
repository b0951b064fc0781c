import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
        return a  # error[LANG-521] col 9: declared to return
