# args: x=arange:8:f32,out=zeros:8:f32
# pes: 0
# expect: out = 0 0 0 0 4 5 6 7
def kernel(x, out, tl):
    a = tl.load(x, (8,), "f32")
    zero = tl.full((8,), 0.0, "f32")
    tl.store(out, tl.where(a > 3.0, a, zero))
