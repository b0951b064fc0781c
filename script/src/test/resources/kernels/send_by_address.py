# args: x=arange:8:f32@each,out=zeros:8:f32@each
# sips: 0-3
# pes: 0
# wiring: ring_1d
# expect: out[0] = 6
# expect: out[31] = 14
def kernel(x, out, rank, tl):
    if rank == 3:
        raise_if(rank > 3, "unreachable")
    tl.send(dir="E", src_addr=x, nbytes=32, shape=(8,), dtype="f32", space="hbm")
    got = tl.recv(dir="W", shape=(8,), dtype="f32")
    tl.store(out, got + tl.load(x, (8,), "f32") + (6 if rank == 0 else 0))


def raise_if(condition, text):
    if condition:
        raise RuntimeError(text)
