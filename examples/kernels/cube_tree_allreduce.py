"""An all-reduce of every cube's PE 0: up a binary tree of all cubes of all SIPs, and down again.

sectile run allreduce --algorithm examples/kernels/cube_tree_allreduce.py --elements 256
"""

MAPPER = "cube_leaders"
COMBINES = "participants"
SLOT_SIZE = 4096


def place(number, n_cubes):
    return number // n_cubes, number % n_cubes, 0


def neighbors(rank, world_size, cube, n_cubes):
    me = rank * n_cubes + cube
    table = {}
    if me > 0:
        table["parent"] = place((me - 1) // 2, n_cubes)
    for child, name in enumerate(("left", "right")):
        number = 2 * me + 1 + child
        if number < world_size * n_cubes:
            table[name] = place(number, n_cubes)
    return table


def kernel_args(world_size, n_cubes):
    return {"participants": world_size * n_cubes, "n_cubes": n_cubes}


def combine(op, a, b, tl):
    if op == "sum":
        return a + b
    if op == "prod":
        return a * b
    return tl.maximum(a, b) if op == "max" else tl.minimum(a, b)


def kernel(t_ptr, n_elem, rank, dtype, op, segment, participants, n_cubes, tl):
    me = rank * n_cubes + tl.program_id(1)
    children = []
    for child, name in enumerate(("left", "right")):
        if 2 * me + 1 + child < participants:
            children.append(name)
    for at in range(0, n_elem, segment):
        count = min(segment, n_elem - at)
        ptr = t_ptr + at * tl.itemsize(dtype)
        value = tl.load(ptr, (count,), dtype)
        for child in children:
            value = combine(op, value, tl.take(child, (count,), dtype), tl)
        if me > 0:
            tl.send("parent", value)
            value = tl.take("parent", (count,), dtype)
        for child in children:
            tl.send(child, value)
        tl.store(ptr, value)
