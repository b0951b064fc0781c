import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Norms:
    @pl.function(type=pl.FunctionType.InCore)
    def layer(self, x: pl.Tensor[[32, 64], pl.FP32], gamma: pl.Tensor[[1, 64], pl.FP32], beta: pl.Tensor[[1, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
        row_sum: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.row_sum(x)
        muls: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.muls(row_sum, 0.015625)
        centred: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.row_expand_sub(x, muls)
        mul: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.mul(centred, centred)
        row_sum_1: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.row_sum(mul)
        variance: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.muls(row_sum_1, 0.015625)
        adds: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.adds(variance, 1e-05)
        rsqrt: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.rsqrt(adds)
        scaled: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.row_expand_mul(centred, rsqrt)
        col_expand_mul: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.col_expand_mul(scaled, gamma)
        col_expand_add: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.col_expand_add(col_expand_mul, beta)
        out_1: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.assemble(out, col_expand_add, [0, 0])
        return out_1

    @pl.function(type=pl.FunctionType.Orchestration)
    def layer_norm(self, x: pl.Tensor[[32, 64], pl.FP32], gamma: pl.Tensor[[1, 64], pl.FP32], beta: pl.Tensor[[1, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
        out_1: pl.Tensor[[32, 64], pl.FP32] = self.layer(x, gamma, beta, out)
        return out_1

    @pl.function(type=pl.FunctionType.InCore)
    def rms(self, x: pl.Tensor[[32, 64], pl.FP32], gamma: pl.Tensor[[1, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
        mul: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.mul(x, x)
        row_sum: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.row_sum(mul)
        mean: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.divs(row_sum, 64.0)
        adds: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.adds(mean, 1e-05)
        rsqrt: pl.Tensor[[32, 1], pl.FP32] = pl.tensor.rsqrt(adds)
        row_expand_mul: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.row_expand_mul(x, rsqrt)
        col_expand_mul: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.col_expand_mul(row_expand_mul, gamma)
        out_1: pl.Tensor[[32, 64], pl.FP32] = pl.tensor.assemble(out, col_expand_mul, [0, 0])
        return out_1

    @pl.function(type=pl.FunctionType.Orchestration)
    def rms_norm(self, x: pl.Tensor[[32, 64], pl.FP32], gamma: pl.Tensor[[1, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
        out_1: pl.Tensor[[32, 64], pl.FP32] = self.rms(x, gamma, out)
        return out_1
