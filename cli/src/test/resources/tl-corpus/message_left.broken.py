"""A kernel ends with a message in its ring."""
# verify: --wiring ring_1d --ranks 2 --kernel-args out=zeros:4:f32


def kernel(out, rank, tl):
    if rank == 0:
        tl.send("E", tl.full((4,), 1.0, "f32"))
        tl.send("E", tl.full((4,), 2.0, "f32"))  # finds CHECK-106
    else:
        tl.store(out, tl.take("W", (4,), "f32"))
