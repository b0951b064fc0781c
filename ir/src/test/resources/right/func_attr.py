import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        pl.func_attr({"note": "x"})
        pl.static_assert(64 % 16 == 0, "rows")
        pl.static_print("hello", 3)
        with pl.scope():
            with pl.at(level=pl.Level.CORE_GROUP):
                out[:] = x
        return out
