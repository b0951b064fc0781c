"""Messages of two phases are told apart by the order in which they come, and a fast rank is a phase ahead."""  # finds CHECK-102
# verify: --wiring ring_1d --ranks 3 --kernel-args out=zeros:1:f32


def kernel(out, rank, tl):
    if rank == 0:
        first = tl.recv(None, (1,), "f32") + tl.recv(None, (1,), "f32")
        second = tl.recv(None, (1,), "f32") + tl.recv(None, (1,), "f32")
        tl.store(out, first - second)
    else:
        for phase in range(2):
            tl.send("W" if rank == 1 else "E", tl.full((1,), 10.0 * phase + rank, "f32"))
