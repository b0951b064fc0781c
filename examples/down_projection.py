"""Down projection with residual add, on blocks of rows: out = x @ w + residual.

The matrix part multiplies, the vector part adds. Compiled for cores that exchange tiles through global memory, each
launch gets a buffer for its blocks: `fixed` launches four, `flexible` as many as it is told, and `twice` launches the
same kernel with two blocks and with as many as it is told.
"""
import pypto.language as pl

ROWS, K, N = 16, 64, 32
STEP = 32
M = 4 * ROWS


@pl.program
class DownProjection:
    @pl.function(type=pl.FunctionType.InCore)
    def project(
        self,
        x: pl.Tensor[[M, K], pl.FP32],
        w: pl.Tensor[[K, N], pl.FP32],
        residual: pl.Tensor[[M, N], pl.FP32],
        out: pl.InOut[pl.Tensor[[M, N], pl.FP32]],
    ):
        row = pl.tile.get_block_idx() * ROWS
        total = pl.load(residual, [row, 0], [ROWS, N])
        for k in pl.range(0, K, STEP):
            left = pl.move(pl.load(x, [row, k], [ROWS, STEP], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
            right = pl.move(pl.load(w, [k, 0], [STEP, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
            part = pl.move(pl.matmul(left, right), target_memory=pl.Mem.Vec)
            total = pl.add(total, part)
        out = pl.store(total, [row, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def fixed(
        self,
        x: pl.Tensor[[M, K], pl.FP32],
        w: pl.Tensor[[K, N], pl.FP32],
        residual: pl.Tensor[[M, N], pl.FP32],
        out: pl.InOut[pl.Tensor[[M, N], pl.FP32]],
    ):
        out = self.project(x, w, residual, out, core_num=4)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def flexible(
        self,
        x: pl.Tensor[[M, K], pl.FP32],
        w: pl.Tensor[[K, N], pl.FP32],
        residual: pl.Tensor[[M, N], pl.FP32],
        out: pl.InOut[pl.Tensor[[M, N], pl.FP32]],
        blocks: pl.Scalar[pl.INDEX],
    ):
        out = self.project(x, w, residual, out, core_num=blocks)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def twice(
        self,
        x: pl.Tensor[[M, K], pl.FP32],
        w: pl.Tensor[[K, N], pl.FP32],
        residual: pl.Tensor[[M, N], pl.FP32],
        out: pl.InOut[pl.Tensor[[M, N], pl.FP32]],
        blocks: pl.Scalar[pl.INDEX],
    ):
        out = self.project(x, w, residual, out, core_num=2)
        out = self.project(x, w, residual, out, core_num=blocks)
        return out
