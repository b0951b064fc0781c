"""Two exchanges, in the same order on all ranks."""
# verify: --wiring ring_1d --ranks 2 --slots 1 --kernel-args out=zeros:4:f32@each


def kernel(out, rank, tl):
    for step in range(2):
        if step == 0:
            tl.send("E", tl.full((4,), 1.0, "f32"))
            got = tl.take("W", (4,), "f32")
        else:
            tl.send("W", tl.full((4,), 2.0, "f32"))
            got = tl.take("E", (4,), "f32")
        tl.store(out, got)
