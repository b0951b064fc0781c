# collective: all_reduce elements=64 ranks=4
TOPOLOGY = "tree_binary"


def kernel_args(world_size, n_elem):
    return n_elem, world_size


def kernel(data_ptr, count, ranks, tl):
    rank = tl.rank
    assert tl.world_size == ranks
    value = tl.load(data_ptr, (count,), "f16")
    for child, name in ((2 * rank + 1, "child_left"), (2 * rank + 2, "child_right")):
        if child < ranks:
            value = value + tl.take(name, (count,), "f16")
    if rank > 0:
        tl.send("parent", value)
        value = tl.take("parent", (count,), "f16")
    for child, name in ((2 * rank + 1, "child_left"), (2 * rank + 2, "child_right")):
        if child < ranks:
            tl.send(name, value)
    tl.store(data_ptr, value)
