"""The message that announces data is sent before the data is stored."""
# verify: --wiring ring_1d --ranks 2 --kernel-args shared=zeros:4:f32,out=zeros:4:f32


def kernel(shared, out, rank, tl):
    if rank == 0:
        tl.send("E", tl.full((1,), 1.0, "f32"))
        tl.store(shared, tl.full((4,), 7.0, "f32"))  # finds CHECK-101
    else:
        tl.take("W", (1,), "f32")
        tl.store(out, tl.load(shared, (4,), "f32"))  # finds CHECK-101
