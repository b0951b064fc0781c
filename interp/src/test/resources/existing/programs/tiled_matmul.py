# A product over tiles of all three dimensions.
#: tolerance 1e-3
#: expect c[i, j] = sum(a[i, k] * b[k, j] for k in range(64))
import pypto.language as pl


def matmul(m: int = 32, n: int = 32, k: int = 64, tile: int = 16):
    if m % tile or n % tile or k % tile:
        raise ValueError(f"{m}x{n}x{k} is not a multiple of {tile}")

    @pl.program
    class Matmul:
        @pl.function(type=pl.FunctionType.InCore)
        def main(self, a: pl.Tensor[[m, k], pl.FP32], b: pl.Tensor[[k, n], pl.FP32], c: pl.Out[pl.Tensor[[m, n], pl.FP32]]) -> pl.Tensor[[m, n], pl.FP32]:
            for i in pl.range(0, m, tile):
                for j in pl.range(0, n, tile):
                    for p in pl.range(0, k, tile):
                        l = pl.move(pl.load(a, [i, p], [tile, tile], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
                        r = pl.move(pl.load(b, [p, j], [tile, tile], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                        if p == 0:
                            acc = pl.matmul(l, r)
                        else:
                            acc = pl.matmul_acc(acc, l, r)
                    c = pl.store(acc, [i, j], c)
            return c

    return Matmul
