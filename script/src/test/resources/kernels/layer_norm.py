# args: x=arange:8:f32,out=zeros:8:f32,n=8
# pes: 0
# expect: out[7] = 1.5275232
def kernel(x, out, n, tl, eps=0.0):
    a = tl.load(x, (n,), "f32")
    mean = tl.sum(a, axis=0)[()] / n
    centred = a - mean
    variance = tl.sum(centred * centred, axis=0)[()] / n
    tl.store(out, centred / tl.sqrt(tl.full((n,), variance + eps, "f32")))
