# A program inside a method of a test class, with constants of the class around it.
#: program TestAdd.build
#: expect out[i, j] = x[i, j] + 2
import pypto.language as pl


class TestAdd:
    N = 16

    def build(self, bias: float = 2.0):
        N = 16

        @pl.program
        class Add:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, x: pl.Tensor[[N, N], pl.FP32], out: pl.Out[pl.Tensor[[N, N], pl.FP32]]) -> pl.Tensor[[N, N], pl.FP32]:
                t = pl.load(x, [0, 0], [N, N])
                return pl.store(pl.add(t, bias), [0, 0], out)

        return Add

    def test(self):
        compiled = compile_somehow(self.build())
        assert compiled is not None
