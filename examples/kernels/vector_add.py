"""Adds two vectors. Every PE of every cube of a SIP takes its part.

sectile run examples/kernels/vector_add.py --cubes all \
    --kernel-args x=arange:4096:f32,y=ones:4096:f32,out=zeros:4096:f32,n=4096
"""

DTYPE = "f32"


def my_part(n, tl):
    """First element and number of elements of this PE."""
    programs = tl.num_programs(0) * tl.num_programs(1)
    me = tl.program_id(1) * tl.num_programs(0) + tl.program_id(0)
    share = tl.cdiv(n, programs)
    first = me * share
    return first, max(0, min(share, n - first))


def kernel(x, y, out, n, tl):
    first, count = my_part(n, tl)
    if count == 0:
        return
    offset = first * tl.itemsize(DTYPE)
    a = tl.load(x + offset, (count,), DTYPE)
    b = tl.load(y + offset, (count,), DTYPE)
    tl.store(out + offset, a + b)
