"""A kernel that is made for four ranks is launched on three."""
# verify: --wiring ring_1d --ranks 3 --kernel-args out=zeros:4:f32


def kernel(out, rank, tl):
    if rank == 0:
        for i in range(3):
            tl.store(out, tl.take("W", (4,), "f32"))  # finds SIM-501
    else:
        tl.send("E", tl.full((4,), 1.0, "f32"))
        for i in range(rank - 1):
            tl.send("E", tl.take("W", (4,), "f32"))
