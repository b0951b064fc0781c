"""One answer to each question that executors once answered differently, as a tile program."""
import pypto.language as pl

assert f"{1e10}" == "10000000000.0"
REMAINDER = 1.0 % 0.1
QUOTIENT = 1.0 // 0.1
SMALLER = min(2**53 + 1, 2**53)
assert REMAINDER == 0.09999999999999995 and QUOTIENT == 9.0 and -5 % 3 == 1


@pl.program
class Answers:
    @pl.function(type=pl.FunctionType.InCore)
    def answers(
        self,
        a: pl.Tensor[[64, 64], pl.FP32],
        b: pl.Tensor[[64, 64], pl.FP32],
        half: pl.Tensor[[256, 256], pl.FP16],
        c: pl.Tensor[[16, 16], pl.FP16],
        f: pl.Tensor[[1, 8], pl.FP32],
        i: pl.Tensor[[1, 8], pl.INT32],
        j: pl.Tensor[[1, 8], pl.INT32],
        large: pl.Tensor[[1, 8], pl.INT64],
        drawn: pl.Tensor[[1, 64], pl.FP32],
        product: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
        half_product: pl.Out[pl.Tensor[[16, 16], pl.FP16]],
        exp: pl.Out[pl.Tensor[[256, 256], pl.FP16]],
        log: pl.Out[pl.Tensor[[256, 256], pl.FP16]],
        sin: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
        cos: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
        neg: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
        rounded: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        wrapped: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        same: pl.Out[pl.Tensor[[1, 8], pl.INT64]],
        smaller: pl.Out[pl.Tensor[[1, 8], pl.INT64]],
        floats: pl.Out[pl.Tensor[[1, 8], pl.FP64]],
        copied: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
        rem: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        floor: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        x: pl.Scalar[pl.INT32],
        scalars: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    ):
        product[:] = pl.tensor.matmul(a, b)
        half_product[:] = pl.tensor.matmul(c, c, out_dtype=pl.FP16)
        exp[:] = pl.tensor.exp(half)
        log[:] = pl.tensor.log(half)
        sin[:] = pl.tensor.sin(f)
        cos[:] = pl.tensor.cos(f)
        neg[:] = pl.tensor.neg(f)
        rounded[:] = pl.cast(f, target_type=pl.INT32)
        wrapped[:] = i + j
        same[:] = large + pl.tensor.full([1, 8], dtype=pl.INT64, value=0)
        smaller[:] = pl.tensor.full([1, 8], dtype=pl.INT64, value=SMALLER)
        floats[:] = pl.tensor.full([1, 8], dtype=pl.FP64, value=REMAINDER)
        copied[:] = drawn + pl.tensor.full([1, 64], dtype=pl.FP32, value=0.0)
        rem[:] = i % j
        floor[:] = i // j
        scalars[:] = pl.tensor.full([1, 8], dtype=pl.INT32, value=x % 3 + 10 * (x // 3))
