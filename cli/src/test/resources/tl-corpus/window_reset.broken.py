"""A rank clears a buffer whose address its peer already uses."""
# verify: --wiring ring_1d --ranks 2 --kernel-args box=zeros:4:f32,out=zeros:4:f32


def kernel(box, out, rank, tl):
    if rank == 0:
        tl.send("E", tl.full((1,), 1.0, "f32"))
        tl.store(box, tl.zeros((4,), "f32"))  # finds CHECK-101
        tl.take("E", (1,), "f32")
        tl.store(out, tl.load(box, (4,), "f32"))
    else:
        tl.take("W", (1,), "f32")
        tl.store(box, tl.full((4,), 7.0, "f32"))  # finds CHECK-101
        tl.send("W", tl.full((1,), 1.0, "f32"))
