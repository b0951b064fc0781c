# Two programs of one factory, each chosen by name; parameters from defaults and from --set.
#: program Scale
#: expect out[i, j] = x[i, j] * 3
#: run
#: program Shift
#: set rows=8
#: expect out[i, j] = x[i, j] + 8
import pypto.language as pl


def make(rows: int = 32, cols: int = 16, factor: float = 3.0):
    size = [rows, cols]

    @pl.program
    class Scale:
        @pl.function(type=pl.FunctionType.InCore)
        def k(self, x: pl.Tensor[size, pl.FP32], out: pl.Out[pl.Tensor[size, pl.FP32]]) -> pl.Tensor[size, pl.FP32]:
            return pl.store(pl.mul(pl.load(x, [0, 0], size), factor), [0, 0], out)

    @pl.program
    class Shift:
        @pl.function(type=pl.FunctionType.InCore)
        def k(self, x: pl.Tensor[size, pl.FP32], out: pl.Out[pl.Tensor[size, pl.FP32]]) -> pl.Tensor[size, pl.FP32]:
            return pl.store(pl.add(pl.load(x, [0, 0], size), float(rows)), [0, 0], out)

    return Scale, Shift
