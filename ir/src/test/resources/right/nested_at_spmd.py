import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.cluster():
            with pl.spmd(2):
                b = pl.get_block_idx()
                t = pl.slice(x, [32, 64], [b * 32, 0])
                out = pl.assemble(out, t * 2.0, [b * 32, 0])
        return out
