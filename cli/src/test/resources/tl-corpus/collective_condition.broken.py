"""All ranks but one take part in a ring."""
# verify: --wiring ring_1d --ranks 3 --kernel-args out=zeros:4:f32@each


def kernel(out, rank, tl):
    if rank > 0:
        tl.send("E", tl.full((4,), 1.0, "f32"))
        tl.store(out, tl.take("W", (4,), "f32"))  # finds SIM-501
