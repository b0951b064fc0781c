import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, d: pl.InOut[pl.Tensor[[8], pl.INT64]]):
        d = pl.store(pl.load(d, [0], [8]), [0], d, atomic=pl.AtomicType.Add)  # error[LANG-312] col 13: atomic add is not available for INT64
        return d
