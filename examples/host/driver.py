"""One driver speaks for all ranks: a collective runs when it has been called for the last one.

sectile run examples/host/driver.py
"""

from lab.policy import DPPolicy


def run(torch):
    dist = torch.distributed
    dist.init_process_group("ahbm")
    tensors = []
    for rank in range(dist.get_world_size()):
        torch.ahbm.set_device(rank)
        t = torch.ones((16, 8), dtype="f32", dp=DPPolicy(cube="row_wise", num_pes=1), name=f"t{rank}")
        t[0, :] = 3.0
        tensors.append(t)
    for t in tensors:
        dist.all_reduce(t)
    dist.barrier()
    total = dist.get_world_size() * (15 + 3)
    for t in tensors:
        assert t[5, 2] == total, t[5, 2]
    print("sum over all cubes of all ranks:", tensors[0][0, 0])
