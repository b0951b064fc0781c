# Constants that Python computes: comprehensions, helpers, dictionaries, loops.
#: expect out[i, j] = x[i, j] * 10 + 36
import math
import pypto.language as pl

SIZES = [2 ** k for k in range(3, 6) if k != 4]
SHAPE = tuple(SIZES)
NAMES = {f"w{i}": float(i) for i in range(9)}
TOTAL = sum(NAMES.values())
FACTOR = 0
for step in range(1, 5):
    FACTOR += step
HALF = SHAPE[1] // 2 if SHAPE[1] > 16 else 1


def rounded(value, to=8):
    result = 0
    while result < value:
        result += to
    return result


@pl.program
class P:
    ROWS = rounded(7)

    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[ROWS, 32], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 32], pl.FP32]]) -> pl.Tensor[[ROWS, 32], pl.FP32]:
        for half in pl.range(2):
            t = pl.load(x, [0, half * HALF], [SHAPE[0], HALF])
            t = pl.add(pl.mul(t, float(FACTOR)), TOTAL)
            out = pl.store(t, [0, half * HALF], out)
        return out
