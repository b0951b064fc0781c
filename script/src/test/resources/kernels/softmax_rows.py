# args: x=zeros:4x8:f32,out=zeros:4x8:f32,rows=4,columns=8
# pes: 0-1
# expect: out all = 0.125
def kernel(x, out, rows, columns, tl):
    for row in range(tl.program_id(0), rows, tl.num_programs(0)):
        at = row * columns * 4
        a = tl.load(x + at, (1, columns), "f32")
        top = tl.max(a, axis=1)
        e = tl.exp(a - top[0])
        tl.store(out + at, e / tl.sum(e, axis=1)[0])
