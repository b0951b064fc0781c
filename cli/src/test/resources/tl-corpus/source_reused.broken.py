"""What is sent lies in memory, and another rank writes there before the send has read it."""
# verify: --wiring ring_1d --ranks 2 --kernel-args buf=zeros:4:f32,out=zeros:4:f32


def kernel(buf, out, rank, tl):
    if rank == 0:
        tl.send("E", src_addr=buf, shape=(4,), dtype="f32", space="hbm")  # finds CHECK-101
    else:
        tl.store(buf, tl.full((4,), 2.0, "f32"))  # finds CHECK-101
        tl.store(out, tl.take("W", (4,), "f32"))
