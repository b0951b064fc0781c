# Elements read and written by keyword.
#: input x=arange
#: expect out[i] = i + 1
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[8], pl.INT32], out: pl.Out[pl.Tensor[[8], pl.INT32]]) -> pl.Tensor[[8], pl.INT32]:
        for i in pl.range(8):
            v = pl.read(src=x, offset=[i])
            out = pl.write(dst=out, offset=[i], value=v + 1)
        return out
