# collective: all_reduce elements=96 ranks=4
"""An all-reduce in which every rank forwards what it received."""


def kernel_args(*, n_elem, world_size, pes_per_cube, cubes_per_sip, num_sips, **kw):
    if num_sips < world_size:
        raise ValueError(f"{world_size} ranks on {num_sips} SIPs")
    assert pes_per_cube > 0 and cubes_per_sip > 0
    return (n_elem, world_size)


def neighbors(rank, world_size):
    return {"E": (rank + 1) % world_size, "W": (rank - 1) % world_size}


def kernel(t_ptr, n_elem, world_size, tl):
    acc = tl.load(t_ptr, (n_elem,), "f16")
    out = acc
    for _ in range(world_size - 1):
        tl.send(dir="E", src=out)
        out = tl.take("W", (n_elem,), "f16")
        acc = acc + out
    tl.store(t_ptr, acc)
