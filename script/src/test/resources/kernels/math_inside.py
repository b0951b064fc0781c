# args: out=zeros:4:f32
# pes: 0
# expect: out = 5 5 5 5
def scale(k):
    import math

    return math.sqrt(k) + math.floor(math.log2(k)) // 2


def kernel(out, tl):
    assert scale(16) == 6, "kernels have math"
    tl.store(out, tl.full((4,), scale(16) - 1, "f32"))
