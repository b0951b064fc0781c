"""Two ranks work on one part of an output."""
# verify: --wiring ring_1d --ranks 3 --kernel-args out=zeros:8:f32


def kernel(out, rank, tl):
    tl.store(out + 16 * (rank // 2), tl.full((4,), 1.0 + rank, "f32"))  # finds CHECK-101
