"""Every collective, with values that tell ranks apart."""

import numpy as np

from lab.policy import DPPolicy

ONE = DPPolicy(num_cubes=1, num_pes=1)


def worker(rank, torch):
    dist = torch.distributed
    torch.ahbm.set_device(rank)
    world = dist.get_world_size()
    assert dist.get_rank() == rank and dist.is_initialized() and dist.get_backend() == "ahbm"

    mine = torch.full((8,), rank + 1, dtype="f32", dp=ONE)
    everything = torch.zeros((8 * world,), dtype="f32", dp=ONE)
    dist.all_gather_into_tensor(everything, mine)
    assert everything.tolist() == [float(i // 8 + 1) for i in range(8 * world)]

    part = torch.zeros((8,), dtype="f32", dp=ONE)
    dist.reduce_scatter_tensor(part, everything, op=dist.ReduceOp.SUM)
    assert np.all(part.numpy() == (rank + 1) * world)

    dist.broadcast(mine, src=2)
    assert mine[0] == 3.0
    dist.reduce(mine, dst=1, op="max")
    mine.fill_(rank)
    swapped = torch.empty((8,), dtype="f32", dp=ONE)
    dist.all_to_all_single(swapped, mine)
    assert swapped.tolist() == [float(i // 2) for i in range(8)]

    if rank == 0:
        dist.send(mine, dst=3)
    if rank == 3:
        dist.recv(swapped, src=0)
        assert np.all(swapped.numpy() == 0)

    pair = dist.new_group([rank // 2 * 2, rank // 2 * 2 + 1])
    assert pair.size() == 2 and dist.get_world_size(pair) == 2 and dist.get_rank(group=pair) == rank % 2
    dist.barrier()
    for _ in range(3):
        dist.cooperative_yield()


def run(torch):
    torch.distributed.init_process_group(backend="ahbm")
    assert torch.ahbm.device_count() == 4
    torch.multiprocessing.spawn(worker, args=(torch,), nprocs=4)
    torch.distributed.destroy_process_group()
    assert not torch.distributed.is_initialized()
    print("ok")
