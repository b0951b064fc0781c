"""A different number of iterations per rank."""
# verify: --wiring ring_1d --ranks 2 --kernel-args out=zeros:4:f32@each


def kernel(out, rank, tl):
    got = tl.full((4,), 1.0, "f32")
    for i in range(2 + rank):
        tl.send("E", got)
        got = tl.take("W", (4,), "f32")  # finds SIM-501
    tl.store(out, got)
