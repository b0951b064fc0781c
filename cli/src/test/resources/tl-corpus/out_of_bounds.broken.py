"""The last rank stores behind the end of the buffer."""
# verify: --wiring ring_1d --ranks 3 --kernel-args out=zeros:8:f32


def kernel(out, rank, tl):
    tl.store(out + 16 * rank, tl.full((4,), 1.0 + rank, "f32"))  # finds KER-216
