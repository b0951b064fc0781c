# Integers where truth values are expected, and INT64 from indices.
#: expect out[i] = i * 2 if i % 2 == 1 else 0
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def put(self, out: pl.Out[pl.Tensor[[8], pl.INT64]], i: pl.Scalar[pl.INDEX], on: pl.Scalar[pl.BOOL]) -> pl.Tensor[[8], pl.INT64]:
        if on:
            v: pl.Scalar[pl.INT64] = i * 2
            pl.tensor.write(out, [i], v)
        return out

    @pl.function
    def main(self, out: pl.Out[pl.Tensor[[8], pl.INT64]]) -> pl.Tensor[[8], pl.INT64]:
        for i in pl.range(8):
            out = self.put(out, i, i % 2)
        return out
