# args: x=arange:8:f32,low=2:8:f32,out=zeros:8:f32
# pes: 0
# expect: out = 2 2 2 3 4 5 5 5
def kernel(x, low, out, tl):
    a = tl.load(x, (8,), "f32")
    lower = tl.load(low, (8,), "f32")
    tl.store(out, tl.clamp(a, lower, lower + 3))
