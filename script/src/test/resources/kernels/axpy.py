# args: x_ptr=arange:16:f32@split,y_ptr=ones:16:f32@split,n=16,a=3.0
# pes: 0-1
# expect: y_ptr[0] = 1
# expect: y_ptr[15] = 46
def kernel_args(world_size, n):
    assert n % world_size == 0, "n must be a multiple of the PEs"
    return (n // world_size,)


def kernel(x_ptr, y_ptr, per_pe, n, a, tl):
    at = tl.program_id(0) * per_pe * 4
    x = tl.load(x_ptr + at, (per_pe,), "f32")
    tl.store(y_ptr + at, x * a + tl.load(y_ptr + at, (per_pe,), "f32"))
