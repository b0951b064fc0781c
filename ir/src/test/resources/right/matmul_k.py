import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, a: pl.Tensor[[64, 128], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            acc = pl.create_tensor([64, 64], dtype=pl.FP32)
            for k in pl.pipeline(0, 128, 32, stage=2):
                if k == 0:
                    acc = pl.matmul(a[:, k : k + 32], b[k : k + 32, :], out_dtype=pl.FP32)
                else:
                    acc = pl.matmul_acc(acc, a[:, k : k + 32], b[k : k + 32, :])
            out = pl.assemble(out, acc, [0, 0])
        return out
