# A factory that the module calls; the program has the name it is bound to.
#: program doubled
#: expect out[i] = x[i] * 2
#: run
#: program tripled
#: expect out[i] = x[i] * 3
import pypto.language as pl


def scaled(factor, n=64):
    assert factor > 0, f"factor {factor}"

    @pl.program
    class Scaled:
        @pl.function
        def main(self, x: pl.Tensor[[n], pl.FP32], out: pl.Out[pl.Tensor[[n], pl.FP32]]) -> pl.Tensor[[n], pl.FP32]:
            out = pl.assemble(out, pl.mul(x, float(factor)), [0])
            return out

    return Scaled


doubled = scaled(2)
tripled = scaled(factor=3, n=32)
