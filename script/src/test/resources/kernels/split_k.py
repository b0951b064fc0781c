# args: a=ones:4x32:f16,b=ones:32x4:f16,out=zeros:4x4:f32
# pes: 0
# expect: out all = 32
def kernel(a, b, out, tl):
    tiles = [(tl.load(a + i * 8 * 2, (1, 8), "f16"), i) for i in range(4)]
    assert len(tiles) == 4 and [i for _, i in tiles] == [0, 1, 2, 3]
    left = tl.load(a, (4, 32), "f16")
    right = tl.load(b, (32, 4), "f16")
    tl.store(out, tl.dot(left, right, out_dtype="f32"))
