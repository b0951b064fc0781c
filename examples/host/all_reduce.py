"""Every rank adds up what the PE 0 of every cube of every rank has.

sectile run examples/host/all_reduce.py
"""

import numpy as np

from lab.policy import DPPolicy

ELEMENTS = 32


def worker(rank, world_size, torch):
    torch.ahbm.set_device(rank)
    assert torch.ahbm.current_device() == rank
    cubes = 16
    t = torch.zeros((cubes, ELEMENTS), dtype="f16", dp=DPPolicy(cube="row_wise", pe="replicate", num_pes=1), name="grad")
    t.copy_(np.full((cubes, ELEMENTS), rank + 1, dtype=np.float16))
    torch.distributed.all_reduce(t, op="sum")
    expected = cubes * sum(range(1, world_size + 1))
    got = t.numpy()
    assert np.all(got == expected), f"rank {rank}: expected {expected}, got {got[0, 0]}"
    if rank == 0:
        print("every cube of every rank has", got[0, 0])


def run(torch):
    dist = torch.distributed
    dist.init_process_group(backend="ahbm")
    world_size = dist.get_world_size()
    torch.multiprocessing.spawn(worker, args=(world_size, torch), nprocs=world_size)
