# args: x=7:4:f32,out=zeros:4:f32@each,n=4
# sips: 0-3
# pes: 0
# expect: out all = 7
def neighbors(rank, world_size):
    table = {}
    if rank > 0:
        table["W"] = rank - 1
    if rank < world_size - 1:
        table["E"] = rank + 1
    return table


def kernel(x, out, n, rank, world_size, tl):
    value = tl.load(x, (n,), "f32") if rank == 0 else tl.take("W", (n,), "f32")
    if rank < world_size - 1:
        tl.send("E", value)
    tl.store(out, value)
