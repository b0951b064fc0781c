# args: x=arange:32:f16,out=zeros:16:f16
# pes: 0
# expect: out[0] = 16
# expect: out[15] = 31
from lab.commands import TensorHandle


def second_half(ptr, n):
    return TensorHandle(addr=ptr + n * 2, shape=(n,), dtype="f16", space="hbm")


def kernel(x, out, tl):
    h = second_half(x, 16)
    assert h.addr == x + 32 and h.nbytes == 32 and h.space == "hbm"
    tl.store(out, h + 0)
