"""Adds two vectors that are spread over the PEs of one cube.

sectile run examples/host/vector_add.py
"""

import numpy as np

from lab.policy import DPPolicy

N = 1024


def vector_add(x_ptr, y_ptr, out_ptr, n, tl):
    per_pe = n // tl.num_programs(0)
    at = tl.program_id(0) * per_pe * 4
    x = tl.load(x_ptr + at, (per_pe,), "f32")
    y = tl.load(y_ptr + at, (per_pe,), "f32")
    tl.store(out_ptr + at, x + y)


def run(torch):
    dp = DPPolicy(cube="replicate", pe="row_wise", num_cubes=1)
    x = torch.from_numpy(np.arange(N, dtype=np.float32), dp=dp, name="x")
    y = torch.ones((N,), dtype="f32", dp=dp, name="y")
    out = torch.zeros((N,), dtype="f32", dp=dp, name="out")
    torch.launch("vector_add", vector_add, x, y, out, N)
    assert out[0] == 1.0 and out[N - 1] == float(N)
    np.testing.assert_array_equal(out.numpy(), np.arange(N) + 1)
    print("out[:4] =", out[:4].tolist())
