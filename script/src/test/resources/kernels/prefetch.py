# args: x=arange:4:f32@each,out=zeros:4:f32@each,n=4
# sips: 0-3
# pes: 0
# wiring: ring_1d
# expect: out[1] = 2
# expect: out[15] = 6
def kernel(x, out, n, tl):
    future = tl.recv_async("W", (n,), "f32")
    mine = tl.load(x, (n,), "f32")
    tl.send("E", mine)
    got = tl.wait(future)
    tl.store(out, mine + got)
