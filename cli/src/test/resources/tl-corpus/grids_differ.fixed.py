"""The kernel asks how many ranks there are."""
# verify: --wiring ring_1d --ranks 3 --kernel-args out=zeros:4:f32


def kernel(out, rank, tl):
    if rank == 0:
        for i in range(tl.num_programs(0) - 1):
            tl.store(out, tl.take("W", (4,), "f32"))
    else:
        tl.send("E", tl.full((4,), 1.0, "f32"))
        for i in range(rank - 1):
            tl.send("E", tl.take("W", (4,), "f32"))
