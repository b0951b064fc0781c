"""Each PE multiplies the rows of a that lie on it by all of b.

sectile run examples/host/tiled_gemm.py
"""

import numpy as np

from lab.policy import DPPolicy

M, K, N = 64, 32, 16


def gemm(a_ptr, b_ptr, out_ptr, m, k, n, tl):
    rows = tl.cdiv(m, tl.num_programs(0))
    pe = tl.program_id(0)
    a = tl.load(a_ptr + pe * rows * k * 2, (rows, k), "f16")
    b = tl.load(b_ptr, (k, n), "f16")
    tl.store(out_ptr + pe * rows * n * 4, tl.dot(a, b, out_dtype="f32"))


def run(torch):
    np.random.seed(3)
    a_host = np.random.rand(M, K).astype(np.float16)
    b_host = np.random.rand(K, N).astype(np.float16)
    rows = DPPolicy(cube="replicate", pe="row_wise", num_cubes=1)
    a = torch.from_numpy(a_host, dp=rows, name="a")
    b = torch.from_numpy(b_host, dp=DPPolicy(num_cubes=1), name="b")
    out = torch.empty((M, N), dtype="f32", dp=rows, name="out")
    launch = torch.launch("gemm", gemm, a, b, out, M, K, N)
    np.testing.assert_allclose(out.numpy(), a_host.astype(np.float32) @ b_host.astype(np.float32), rtol=1e-3)
    print("shards of a:", [(s["pe"], s["offset_bytes"]) for s in a.shards][:3])
    assert launch.latency_ns > 0
