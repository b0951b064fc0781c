"""Each protocol has a queue of its own."""
# verify: --wiring ring_1d --ranks 3 --kernel-args out=zeros:2:f32


def kernel(out, rank, tl):
    if rank == 0:
        request = tl.recv("E", (1,), "f32")
        tl.store(out, request)
        answer = tl.recv("W", (1,), "f32")
        tl.store(out + 4, answer)
    if rank == 1:
        tl.send("W", tl.full((1,), 1.0, "f32"))
    if rank == 2:
        tl.send("E", tl.full((1,), 2.0, "f32"))
