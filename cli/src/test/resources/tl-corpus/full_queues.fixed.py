"""Two sends in a row into a ring of two slots, on every rank."""
# verify: --wiring ring_1d --ranks 2 --slots 2 --kernel-args out=zeros:4:f32@each


def kernel(out, rank, tl):
    tl.send("E", tl.full((4,), 1.0, "f32"))
    tl.send("E", tl.full((4,), 2.0, "f32"))
    tl.take("W", (4,), "f32")
    tl.store(out, tl.take("W", (4,), "f32"))
