# args: a=ones:16x8:f16,b=2:8x4:f16,out=zeros:16x4:f16
# pes: 0
# expect: out all = 16
def kernel(a, b, out, tl, m=16, k=8, n=4):
    tl.composite(op="gemm", a=tl.ref(a, (m, k), "f16"), b=tl.ref(b, (k, n), "f16"), out_ptr=out)
