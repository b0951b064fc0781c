"""A buffer is written again after its reader has told that it has read it."""
# verify: --wiring ring_1d --ranks 2 --kernel-args shared=zeros:4:f32,out=zeros:4:f32


def kernel(shared, out, rank, tl):
    if rank == 0:
        tl.store(shared, tl.full((4,), 7.0, "f32"))
        tl.send("E", tl.full((1,), 1.0, "f32"))
        tl.take("E", (1,), "f32")
        tl.store(shared, tl.full((4,), 8.0, "f32"))
    else:
        tl.take("W", (1,), "f32")
        tl.store(out, tl.load(shared, (4,), "f32"))
        tl.send("W", tl.full((1,), 1.0, "f32"))
