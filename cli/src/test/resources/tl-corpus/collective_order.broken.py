"""Two exchanges, in different order on different ranks."""
# verify: --wiring ring_1d --ranks 2 --slots 1 --kernel-args out=zeros:4:f32@each


def kernel(out, rank, tl):
    for step in range(2):
        east = (step == 0) == (rank == 0)
        if east:
            tl.send("E", tl.full((4,), 1.0, "f32"))
            got = tl.take("W", (4,), "f32")  # finds SIM-501
        else:
            tl.send("W", tl.full((4,), 2.0, "f32"))
            got = tl.take("E", (4,), "f32")  # finds SIM-501
        tl.store(out, got)
