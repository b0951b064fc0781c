"""A ring whose directions are turned around, with the settings of its entry."""


def neighbors(rank, world_size, neighbor_map=None):
    assert neighbor_map is not None and len(neighbor_map) == world_size
    peers = neighbor_map[rank]
    return {"W": peers["E"], "E": peers["W"]}


def kernel_args(world_size, n_elem, chunk_size, reduce_op):
    assert reduce_op == "sum"
    return (n_elem, world_size, chunk_size)


def kernel(t_ptr, n_elem, world_size, chunk_size, bias, tl):
    for start in range(0, n_elem, chunk_size):
        count = min(chunk_size, n_elem - start)
        acc = tl.load(t_ptr + start * 2, (count,), "f16")
        passed = acc
        for _ in range(world_size - 1):
            tl.send("W", passed)
            passed = tl.take("E", (count,), "f16")
            acc = acc + passed
        tl.store(t_ptr + start * 2, acc + bias)
