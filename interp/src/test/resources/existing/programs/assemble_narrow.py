# A product in FP32 added to a BF16 tensor.
#: input x=2
#: input acc=1
#: tolerance 1e-2
#: expect acc[i, j] = 1 + 16 * 2 * 2
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[16, 16], pl.BF16], acc: pl.InOut[pl.Tensor[[16, 16], pl.BF16]]):
    p = pl.matmul(x, x, out_dtype=pl.FP32)
    acc = pl.assemble(acc, p, [0, 0], atomic=pl.AtomicType.Add)
    return acc
