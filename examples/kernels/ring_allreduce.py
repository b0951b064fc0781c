"""The bandwidth-optimal ring all-reduce as one file: P - 1 steps of reduce-scatter, then P - 1 of all-gather.

sectile run allreduce --algorithm examples/kernels/ring_allreduce.py
"""

COLLECTIVES = "all_reduce"
BUFFER_KIND = "hbm"
SLOT_SIZE = "auto"


def neighbors(rank, world_size):
    if world_size == 1:
        return {}
    return {"E": (rank + 1) % world_size, "W": (rank - 1) % world_size}


def part_start(part, n_elem, parts):
    return part * (n_elem // parts) + min(part, n_elem % parts)


def part_count(part, n_elem, parts):
    return n_elem // parts + (1 if part < n_elem % parts else 0)


def combine(op, a, b, tl):
    if op == "sum":
        return a + b
    if op == "prod":
        return a * b
    return tl.maximum(a, b) if op == "max" else tl.minimum(a, b)


def kernel(t_ptr, n_elem, rank, world_size, tl, dtype="f16", op="sum", segment=1024, window=4):
    if world_size == 1:
        return
    size = tl.itemsize(dtype)
    steps = 2 * (world_size - 1)
    reducing = world_size - 1
    most = tl.cdiv(n_elem, world_size)
    # As many segments as a queue holds are in flight at a time.
    for first in range(0, most, segment * window):
        last = min(first + segment * window, most)
        for at in range(first, last, segment):
            count = min(part_count(rank, n_elem, world_size) - at, segment, last - at)
            if count > 0:
                start = part_start(rank, n_elem, world_size) + at
                tl.send("E", tl.load(t_ptr + start * size, (count,), dtype))
        for step in range(steps):
            part = (rank - step - 1) % world_size
            for at in range(first, last, segment):
                count = min(part_count(part, n_elem, world_size) - at, segment, last - at)
                if count <= 0:
                    continue
                ptr = t_ptr + (part_start(part, n_elem, world_size) + at) * size
                if step < reducing:
                    # Loaded before the wait, so that the load takes no time of its own.
                    mine = tl.load(ptr, (count,), dtype)
                    value = combine(op, mine, tl.take("W", (count,), dtype), tl)
                else:
                    value = tl.take("W", (count,), dtype)
                if step + 1 < steps:
                    tl.send("E", value)
                if step >= reducing - 1:
                    tl.store(ptr, value)
