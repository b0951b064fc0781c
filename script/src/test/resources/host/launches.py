"""Kernels that see their rank, defaults, tuples and strings, and functions with all kinds of parameters."""

import math

from lab.policy import DPPolicy

SHAPE = (2, 8)
POLICY = DPPolicy(cube="replicate", pe="row_wise", num_cubes=1)


def stamp(t_ptr, shape, mode, tl, scale=10):
    assert mode in ("add", "set")
    rows, columns = shape
    per_pe = rows // tl.num_programs(0)
    ptr = t_ptr + tl.program_id(0) * per_pe * columns * 4
    value = tl.full((per_pe, columns), tl.rank * scale + tl.world_size, "f32")
    if mode == "add":
        value = value + tl.load(ptr, (per_pe, columns), "f32")
    tl.store(ptr, value)


def total(*values, start=0, **extra):
    return start + sum(values) + sum(extra.values())


def run(torch):
    dist = torch.distributed
    dist.init_process_group()
    seen = []

    def worker(rank, label):
        torch.ahbm.set_device(rank)
        t = torch.ones(2, 8, dtype="f32", dp=POLICY, name=label)
        torch.launch("stamp", stamp, t, SHAPE, "add")
        assert t[1, 7] == rank * 10 + 4 + 1, t[1, 7]
        torch.launch("stamp", stamp, t, SHAPE, "set", 100)
        assert t[0, 0] == rank * 100 + 4
        seen.append((rank, label))

    torch.multiprocessing.spawn(fn=worker, args=("t",), nprocs=dist.get_world_size())
    assert sorted(seen) == [(i, "t") for i in range(4)]
    numbers = [1, 2]
    assert total(*numbers, start=math.floor(3.7), **{"a": 4}) == 10
    assert {i: i * i for i in range(3) if i != 1} == {0: 0, 2: 4}
    print("ok")
