"""One message guards two rows, and the second row is stored after it."""
# verify: --wiring ring_1d --ranks 2 --kernel-args rows=zeros:8:f32,out=zeros:8:f32


def kernel(rows, out, rank, tl):
    if rank == 0:
        tl.store(rows, tl.full((4,), 1.0, "f32"))
        tl.send("E", tl.full((1,), 1.0, "f32"))
        tl.store(rows + 16, tl.full((4,), 2.0, "f32"))  # finds CHECK-101
    else:
        tl.take("W", (1,), "f32")
        tl.store(out, tl.load(rows, (4,), "f32"))
        tl.store(out + 16, tl.load(rows + 16, (4,), "f32"))  # finds CHECK-101
