"""A two-layer MLP whose weights are cut over all ranks: column-parallel up, row-parallel down.

sectile run examples/host/mlp.py --topology small --ranks 4
"""

import numpy as np

from lab import tp
from lab.policy import DPPolicy

BATCH, HIDDEN, INNER = 4, 32, 64


def run(torch):
    torch.distributed.init_process_group(backend="ahbm")
    world = torch.distributed.get_world_size()
    tp.initialize_model_parallel(world)
    rng = np.random.default_rng(7)
    x_host = rng.standard_normal((BATCH, HIDDEN)).astype(np.float16)
    w1 = (rng.standard_normal((HIDDEN, INNER)) / 8).astype(np.float16)
    w2 = (rng.standard_normal((INNER, HIDDEN)) / 8).astype(np.float16)
    results = {}

    def worker(rank):
        torch.accelerator.set_device_index(rank)
        up = tp.ColumnParallelLinear(HIDDEN, INNER, torch=torch)
        down = tp.RowParallelLinear(INNER, HIDDEN, torch=torch)
        part = INNER // world
        up.weight.copy_(w1[:, rank * part : (rank + 1) * part])
        down.weight.copy_(w2[rank * part : (rank + 1) * part, :])
        x = torch.from_numpy(x_host, dp=DPPolicy(cube="replicate", pe="replicate"), name="x")
        y = down(up(x))
        results[rank] = y.numpy()

    torch.multiprocessing.spawn(worker, args=(), nprocs=world)
    expected = x_host.astype(np.float32) @ w1.astype(np.float32) @ w2.astype(np.float32)
    for rank in range(world):
        assert np.array_equal(results[rank], results[0]), f"rank {rank} has other bits than rank 0"
        np.testing.assert_allclose(results[rank], expected, rtol=0.02, atol=0.05)
    print("largest value", results[0].max())
